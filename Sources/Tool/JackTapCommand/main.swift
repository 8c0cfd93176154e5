print("jacktap")
