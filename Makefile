# Shortcuts for common tasks; `make help` lists them. `make demo` and `make test` work on a fresh Debian with make and git.
PRESET ?= release
BUILD := build/$(PRESET)
JOBS ?= $(shell nproc)
FUZZ_SECONDS ?= 60
# Sets of Debian packages (scripts/packages/) that `make setup`, and every target that builds tests, installs.
SETS ?= build test
PREFIX ?= /usr/local
# World that `make studio` shows: that of `make demo`, if it is there.
WORLD ?= $(firstword $(patsubst %/world.yaml,%,$(wildcard demo/street/world.yaml)) worlds/minimal_test)

.PHONY: help demo studio test bench build programs setup configure format format-check check check-comments check-includes fuzz test-slow test-peers test-parsers test-asan test-tsan test-clang cuda install clean

help:           ## print this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*##/\t/' | expand -t 16

setup:          ## install the missing Debian packages of SETS (default: build test; needs root or sudo)
	@scripts/setup.sh $(SETS)

# $(call run_cmake,ARGUMENTS) configures $(BUILD) and prints only errors.
run_cmake = { cmake --preset $(PRESET) $(1) > build-configure.log 2>&1 || { cat build-configure.log; exit 1; }; rm -f build-configure.log; }

configure: setup
	@$(call run_cmake)

build: configure  ## build programs, tests and benchmarks into build/release
	@cmake --build $(BUILD) -j $(JOBS)

# A new build folder is configured without tests; one that was configured with tests stays so.
programs:       ## build only the programs, into build/release/bin
	@scripts/setup.sh build
	@[ -f $(BUILD)/build.ninja ] || $(call run_cmake,-DGS_DEVELOPER=OFF)
	@cmake --build $(BUILD) -j $(JOBS) --target programs

demo: programs  ## run all programs on generated examples; the results are in demo/
	@scripts/demo.sh $(BUILD)

# The page stays in the build folder once it is built: GS_WEB_PAGE=ON is kept there.
studio:         ## build the page for browsers and serve WORLD in it; installs Node.js if there is none
	@scripts/setup.sh build
	@scripts/setup_web.sh
	@[ -f $(BUILD)/build.ninja ] || $(call run_cmake,-DGS_DEVELOPER=OFF)
	@cmake -DGS_WEB_PAGE=ON $(BUILD) > build-configure.log 2>&1 || { cat build-configure.log; exit 1; }; rm -f build-configure.log
	@cmake --build $(BUILD) -j $(JOBS) --target gs-simulator gs-studio
	@$(BUILD)/bin/gs-simulator serve $(WORLD)

test: build     ## build and run every test that does not take minutes
	@scripts/test.sh $(BUILD)

bench: build    ## run the benchmarks, one table per library
	@scripts/bench.sh $(BUILD)

test-slow: build  ## build and run the tests that take minutes
	@GS_TEST_ARGS="-L slow" scripts/test.sh $(BUILD)

test-peers:     ## install programs by others (Cyclone DDS), then build and run the tests that talk to them
	@$(MAKE) --no-print-directory build SETS="build test peers"
	@GS_TEST_ARGS="-L peer" GS_SKIP_HEADERS=1 scripts/test.sh $(BUILD)

check-includes: setup  ## check that every source and header compiles by itself
	@scripts/check_includes.sh

test-parsers: setup  ## test the code that reads files and network data, under the address and undefined-behaviour sanitizers
	@scripts/test_parsers.sh

test-asan:      ## run all tests under the address and undefined-behaviour sanitizers
	@$(MAKE) --no-print-directory test PRESET=asan

test-tsan:      ## run all tests under the thread sanitizer
	@$(MAKE) --no-print-directory test PRESET=tsan

test-clang:     ## build with Clang 14 and run all tests
	@$(MAKE) --no-print-directory test PRESET=clang

cuda: setup     ## compile the CUDA sources, no GPU needed; does nothing if nvcc is missing
	@scripts/compile_cuda.sh

fuzz: setup     ## run every fuzz target for FUZZ_SECONDS (default 60)
	@cmake --preset fuzz > /dev/null && cmake --build build/fuzz --target fuzzers -j $(JOBS) && scripts/fuzz.sh build/fuzz $(FUZZ_SECONDS)

format:         ## rewrite the sources with clang-format
	@scripts/format.sh

format-check: setup  ## list the sources that clang-format would change
	@scripts/format.sh --check

check: setup    ## check formatting and run clang-tidy over the whole tree
	@scripts/format.sh --check && scripts/tidy.sh

check-comments: configure  ## list public functions and types without a comment
	@scripts/check_comments.sh $(BUILD)

install: programs  ## install programs, configuration and documents under PREFIX (default /usr/local)
	@cmake --install $(BUILD) --prefix $(PREFIX)

clean:          ## remove build/
	@rm -rf build
