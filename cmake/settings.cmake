# Compile settings shared by every target.
add_library(gs_settings INTERFACE)
target_include_directories(gs_settings INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_definitions(gs_settings INTERFACE GS_VERSION="${PROJECT_VERSION}")
# a * b + c is rounded twice unless a kernel asks for fma: the same bits from GCC, Clang and every optimisation level.
target_compile_options(gs_settings INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-ffp-contract=off -fno-math-errno -Wno-psabi>)
find_package(Threads REQUIRED)
target_link_libraries(gs_settings INTERFACE Threads::Threads)

if(GS_SANITIZE STREQUAL "address")
  set(flags -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
elseif(GS_SANITIZE STREQUAL "thread")
  set(flags -fsanitize=thread -fno-omit-frame-pointer)
endif()
if(GS_SANITIZE AND NOT GS_FUZZ)
  list(APPEND flags -O1 -g1)  # half the time to compile; a stack trace needs no more
endif()
if(GS_FUZZ)
  list(APPEND flags -fsanitize=fuzzer-no-link)
endif()
target_compile_options(gs_settings INTERFACE $<$<COMPILE_LANGUAGE:CXX>:${flags}>)
target_link_options(gs_settings INTERFACE ${flags})

# <format> where the library has it, else fmt: core/format.h.
include(CheckCXXSourceCompiles)
set(CMAKE_REQUIRED_FLAGS -std=c++20)
check_cxx_source_compiles("#include <format>\nint main() { return std::format(\"{}\", 1).size() == 1 ? 0 : 1; }" GS_HAS_STD_FORMAT)
unset(CMAKE_REQUIRED_FLAGS)
if(NOT GS_HAS_STD_FORMAT)
  find_package(fmt REQUIRED)
  target_link_libraries(gs_settings INTERFACE fmt::fmt)
  # fmt 9 takes nvcc for a compiler without constexpr functions.
  target_compile_definitions(gs_settings INTERFACE $<$<COMPILE_LANGUAGE:CUDA>:FMT_USE_CONSTEXPR=1>)
endif()

add_library(gs_warnings INTERFACE)
set(warnings -Wall -Wextra -Wshadow -Wnon-virtual-dtor -Wold-style-cast -Wno-missing-field-initializers)
if(GS_WERROR)
  list(APPEND warnings -Werror)
endif()
target_compile_options(gs_warnings INTERFACE $<$<COMPILE_LANGUAGE:CXX>:${warnings}>)

find_program(ccache ccache)
if(ccache)
  # the sloppiness is what ccache asks for to cache objects that use a precompiled header
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${ccache})
  set(CMAKE_CUDA_COMPILER_LAUNCHER ${ccache})
endif()
