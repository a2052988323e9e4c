# The door to this repository. Every target does its own set-up, quickly where it was done before.
#
#   make demo      what Portico is, in one screen
#   make test      every test, on servers of its own
#   make lint      format, forbidden constructs, warnings
#   make bench     measurements in five minutes, also as numbers in .build/bench.json
#   make soak      a million calls, cancelled at random, and sessions that end
#   make fuzz      hostile input for each parser, FUZZ_SECONDS each
#   make docs      the documentation, into .build/docs
#   make format    lays the sources out as lint wants them

SHELL := /bin/bash

# Compilers at once; all the cores' worth unless said: `make test JOBS=1`.
JOBS ?=
export SWIFT_JOBS := $(if $(JOBS),-j $(JOBS))

# How long each parser is fuzzed, in seconds.
FUZZ_SECONDS ?= 60
export FUZZ_SECONDS

# A folder of public test data; tests that need it are skipped, and counted, where it is not there.
ifneq ($(wildcard ../shared),)
PORTICO_TESTDATA ?= $(abspath ../shared)
export PORTICO_TESTDATA
endif

.PHONY: help demo test lint bench soak fuzz docs format setup clean

help:
	@sed -n 's/^# \{0,1\}//p' Makefile | sed -n 3,10p

setup:
	@Scripts/setup

demo:
	@Scripts/run-package debug Examples/Quickstart Quickstart

test: setup
	@Scripts/test

lint: setup
	@Scripts/lint

bench: setup
	@Scripts/bench $(if $(QUICK),--quick)

soak: setup
	@Scripts/with-servers Scripts/run-package release Soak soak

fuzz:
	@Scripts/fuzz $(FUZZ_SECONDS)

docs: setup
	@Scripts/docs

format:
	@Scripts/swift-folders | xargs swift format --in-place --recursive Package.swift

clean:
	@swift package clean
	@rm -rf .build/strict .build/tsan .build/tsan-soak .build/linkage .build/fuzz .build/docs
