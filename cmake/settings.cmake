# Compile settings shared by every target.
add_library(gs_settings INTERFACE)
target_include_directories(gs_settings INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_definitions(gs_settings INTERFACE GS_VERSION="${PROJECT_VERSION}")
# -ffp-contract=off: a * b + c is rounded twice unless the code calls fma, so that GCC, Clang and all optimisation levels give
# the same bits.
target_compile_options(gs_settings INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-ffp-contract=off -fno-math-errno -Wno-psabi>)
find_package(Threads REQUIRED)
target_link_libraries(gs_settings INTERFACE Threads::Threads)

if(GS_SANITIZE STREQUAL "address")
  set(flags -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
elseif(GS_SANITIZE STREQUAL "thread")
  set(flags -fsanitize=thread -fno-omit-frame-pointer)
endif()
if(GS_SANITIZE AND NOT GS_FUZZ)
  list(APPEND flags -O1 -g1)  # compiles in half the time, and is enough for stack traces
endif()
if(GS_FUZZ)
  list(APPEND flags -fsanitize=fuzzer-no-link)
endif()
target_compile_options(gs_settings INTERFACE $<$<COMPILE_LANGUAGE:CXX>:${flags}>)
target_link_options(gs_settings INTERFACE ${flags})

# Use <format> if the standard library has it, else fmt (see gs/core/format.h).
include(CheckCXXSourceCompiles)
set(CMAKE_REQUIRED_FLAGS -std=c++20)
check_cxx_source_compiles("#include <format>\nint main() { return std::format(\"{}\", 1).size() == 1 ? 0 : 1; }" GS_HAS_STD_FORMAT)
unset(CMAKE_REQUIRED_FLAGS)
if(NOT GS_HAS_STD_FORMAT)
  find_package(fmt REQUIRED)
  target_link_libraries(gs_settings INTERFACE fmt::fmt)
  # fmt 9 does not recognise that nvcc supports constexpr functions.
  target_compile_definitions(gs_settings INTERFACE $<$<COMPILE_LANGUAGE:CUDA>:FMT_USE_CONSTEXPR=1>)
endif()

add_library(gs_warnings INTERFACE)
set(warnings -Wall -Wextra -Wshadow -Wnon-virtual-dtor -Wold-style-cast -Wno-missing-field-initializers)
if(GS_UNITY AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  list(APPEND warnings -Wno-subobject-linkage)  # GCC takes the sources of a unity build for headers
endif()
if(GS_WERROR)
  list(APPEND warnings -Werror)
endif()
target_compile_options(gs_warnings INTERFACE $<$<COMPILE_LANGUAGE:CXX>:${warnings}>)

find_program(ccache ccache)
if(ccache)
  # ccache needs this setting to cache objects that use a precompiled header
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${ccache})
  set(CMAKE_CUDA_COMPILER_LAUNCHER ${ccache})
endif()
