# JackTap's front door. Each target is one script of scripts/, which says what it does in its first lines.
# Nothing asks a question, and no target needs another one to have run before.

PREFIX ?= /usr/local
DESTDIR ?=

.PHONY: help demo test check install uninstall clean

help:
	@echo 'make demo        install what is missing, build, record a private JACK server, check every sample'
	@echo 'make test        the whole test suite (debug, real JACK server included)'
	@echo 'make check       what takes longer: format, release, sanitizers, symbols, units, benchmarks once each'
	@echo 'make install     build and install one binary, Swift linked in  [PREFIX=/usr/local] [DESTDIR=]'
	@echo 'make uninstall   remove it  [PREFIX=/usr/local] [DESTDIR=]'
	@echo 'make clean       remove every build folder'

demo:
	@scripts/demo

test:
	@scripts/test

check:
	@scripts/check

install:
	@DESTDIR='$(DESTDIR)' PREFIX='$(PREFIX)' scripts/install

uninstall:
	@DESTDIR='$(DESTDIR)' PREFIX='$(PREFIX)' scripts/install --remove

clean:
	@rm -rf .build .build-* Benchmarks/.build Tests/Architecture/.build
