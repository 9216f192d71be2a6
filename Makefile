# The front door. `make demo` and `make test` work on a bare Debian with make and git.
PRESET ?= release
BUILD := build/$(PRESET)
JOBS ?= $(shell nproc)
FUZZ_SECONDS ?= 60
PREFIX ?= /usr/local

.PHONY: help demo test bench build setup configure format format-check check check-comments fuzz test-slow test-parsers test-asan test-tsan test-clang cuda install clean

help:           ## this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*##/\t/' | expand -t 14

setup:          ## install the Debian packages (root or sudo; silent when all is there)
	@scripts/setup.sh

configure: setup
	@cmake --preset $(PRESET) > build-configure.log 2>&1 || { cat build-configure.log; exit 1; }; rm -f build-configure.log

build: configure  ## build everything into build/release
	@cmake --build $(BUILD) -j $(JOBS)

demo: build     ## run the main job on an embedded example
	@scripts/demo.sh $(BUILD)

test: build     ## build and run every test
	@scripts/test.sh $(BUILD)

bench: build    ## run the benchmarks, one table a library
	@scripts/bench.sh $(BUILD)

test-slow: build  ## the tests that take minutes
	@GS_TEST_ARGS="-L slow" scripts/test.sh $(BUILD)

test-parsers: setup  ## tests of the code that reads outside bytes, under the address and undefined-behaviour sanitizers
	@scripts/test_parsers.sh

test-asan:      ## all tests under the address and undefined-behaviour sanitizers
	@$(MAKE) --no-print-directory test PRESET=asan

test-tsan:      ## all tests under the thread sanitizer
	@$(MAKE) --no-print-directory test PRESET=tsan

test-clang:     ## all tests, built with Clang 14
	@$(MAKE) --no-print-directory test PRESET=clang

cuda: setup     ## compile the CUDA sources (no GPU needed); says so and succeeds where nvcc is missing
	@scripts/compile_cuda.sh

fuzz: setup     ## run every fuzz target for FUZZ_SECONDS
	@cmake --preset fuzz > /dev/null && cmake --build build/fuzz --target fuzzers -j $(JOBS) && scripts/fuzz.sh build/fuzz $(FUZZ_SECONDS)

format:         ## rewrite the sources with clang-format
	@scripts/format.sh

format-check: setup  ## list the sources that clang-format would change
	@scripts/format.sh --check

check: build    ## formatting and clang-tidy over the whole tree
	@scripts/format.sh --check && scripts/tidy.sh $(BUILD)

check-comments: configure  ## list public functions and types without a comment
	@scripts/check_comments.sh $(BUILD)

install: build  ## install programs, configuration and documents under PREFIX
	@cmake --install $(BUILD) --prefix $(PREFIX)

clean:          ## remove build/
	@rm -rf build
