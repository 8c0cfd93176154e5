// The tool's entry. The main thread waits for signals while the command runs elsewhere; an asynchronous main would not
// do, because Dispatch parks the main thread with every signal let through.
Tool.main()
