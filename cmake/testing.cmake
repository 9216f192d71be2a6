# GoogleTest for all tests. The precompiled header holds the headers that nearly every test includes; it saves a third of the compile time.
find_package(GTest)
if(NOT GTest_FOUND)
  message(FATAL_ERROR "GS_DEVELOPER=ON needs GoogleTest: run scripts/setup.sh test (Debian: libgtest-dev libgmock-dev)")
endif()

# Test code is compiled with -O1, which takes a quarter less time; the tests run as fast, because the libraries are optimised.
set(GS_TEST_OPTIONS)
if(CMAKE_BUILD_TYPE STREQUAL "Release")
  set(GS_TEST_OPTIONS -O1)
endif()

add_library(gs_testing STATIC ${PROJECT_SOURCE_DIR}/gs/core/testing/source_folder.cpp)
target_link_libraries(gs_testing PUBLIC GTest::gmock GTest::gtest_main gs_settings PRIVATE gs_warnings)
set_source_files_properties(${PROJECT_SOURCE_DIR}/gs/core/testing/source_folder.cpp PROPERTIES
  COMPILE_DEFINITIONS "GS_SOURCE_DIR=\"${PROJECT_SOURCE_DIR}\";GS_PROGRAM_DIR=\"${CMAKE_RUNTIME_OUTPUT_DIRECTORY}\"")
target_compile_options(gs_testing PRIVATE ${GS_TEST_OPTIONS})
target_precompile_headers(gs_testing PRIVATE <gmock/gmock.h> <gtest/gtest.h> <algorithm> <cmath> <filesystem> <fstream> <functional> <map> <memory>
  <optional> <string> <vector> "$<$<NOT:$<BOOL:${GS_HAS_STD_FORMAT}>>:<fmt/format.h$<ANGLE-R>>")
set(CMAKE_VERIFY_INTERFACE_HEADER_SETS ON)
