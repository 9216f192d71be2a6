// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Reads every #include below gs/, apps/, bench/, fuzz/ and examples/ and fails on an edge between libraries, or to a
// third party, that layers.h does not allow, and on a permission of layers.h that no file uses.
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <string>

#include "gs/architecture/layers.h"
#include "gs/architecture/sources.h"

namespace gs::architecture {
namespace {

bool contains(const std::vector<std::string_view>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// True for headers of the C++ and C standard libraries, of POSIX, Linux and CUDA, and of the compilers.
bool is_system_header(const std::string& name) {
  static const std::regex standard(
      "[a-z0-9_]+|(std|string|math|limits|errno|signal|fcntl|unistd|poll|pthread|sched|dirent|spawn|immintrin|"
      "wmmintrin|"
      "cpuid|ifaddrs|cuda_runtime|cuda_fp16|cuda_runtime_api)\\.h|(sys|arpa|net|netinet|linux)/[a-z_]+\\.h");
  return std::regex_match(name, standard);
}

bool may_use_test_tools(const std::string& path) {
  return is_test(path) || path.starts_with("bench/") || path.starts_with("fuzz/");
}

std::string third_party(const Include& include) { return include.name.substr(0, include.name.find('/')); }

// Why the file at `path` may not have this include; empty if it may.
std::string complaint(const Layer& layer, const std::string& path, const Include& include) {
  if (include.quoted) {
    const bool from_root = include.name.starts_with("gs/") || include.name.starts_with("apps/") ||
                           include.name.starts_with("bench/") || include.name.starts_with("fuzz/");
    // Tests may include generated headers, and hold includes inside texts they parse.
    if (!from_root) return is_test(path) ? "" : "is not a path from the repository root";
    const std::string target = included_path(include);
    const bool allowed =
        covers(layer.folder, target) || std::any_of(layer.may_include.begin(), layer.may_include.end(),
                                                    [&](std::string_view folder) { return covers(folder, target); });
    return allowed ? "" : "points against the direction of dependencies";
  }
  if (is_system_header(include.name)) return "";
  const std::string party = third_party(include);
  if (contains(layer.third_parties, party) || (may_use_test_tools(path) && contains(kTestOnly, party))) return "";
  return "is a third party this library may not use";
}

TEST(Architecture, EveryIncludeFollowsTheTable) {
  for (const SourceFile& file : source_files()) {
    const Layer* layer = row_of(kLayers, file.path);
    ASSERT_NE(layer, nullptr) << file.path << " is in no layer";
    for (const Include& include : file.includes) {
      const std::string wrong = complaint(*layer, file.path, include);
      EXPECT_TRUE(wrong.empty()) << file.path << ": #include " << include.name << " " << wrong;
    }
  }
  EXPECT_GT(source_files().size(), 1000u);
}

// Permissions that no file uses are removed from the table: it says what the code does.
TEST(Architecture, EveryPermissionIsUsed) {
  for (const Layer& layer : kLayers) {
    std::vector<const SourceFile*> files;
    for (const SourceFile& file : source_files()) {
      if (row_of(kLayers, file.path) == &layer) files.push_back(&file);
    }
    const auto used = [&](const auto& matches) {
      return std::any_of(files.begin(), files.end(), [&](const SourceFile* file) {
        return std::any_of(file->includes.begin(), file->includes.end(), matches);
      });
    };
    if (files.empty()) continue;
    for (std::string_view folder : layer.may_include) {
      EXPECT_TRUE(used([&](const Include& i) { return i.quoted && covers(folder, included_path(i)); }))
          << layer.folder << " never includes " << folder;
    }
    for (std::string_view party : layer.third_parties) {
      EXPECT_TRUE(used([&](const Include& i) { return !i.quoted && third_party(i) == party; }))
          << layer.folder << " never includes " << party;
    }
  }
}

// The builder writes world bundles and the simulator reads them; neither may use code of the other.
TEST(Architecture, BuilderAndSimulatorMeetOnlyInTheBundle) {
  EXPECT_FALSE(contains(row_of(kLayers, "builder/x.h")->may_include, "sim"));
  EXPECT_FALSE(contains(row_of(kLayers, "sim/x.h")->may_include, "builder"));
}

// Forbidden and allowed examples, so that a broken check is noticed.
TEST(Architecture, TheTestItselfCanFail) {
  const Layer& core = *row_of(kLayers, "core/x.h");
  EXPECT_NE(complaint(core, "core/x.h", {"gs/world/interface_types.h", true}), "");
  EXPECT_NE(complaint(core, "core/x.h", {"yaml-cpp/yaml.h", false}), "");
  EXPECT_NE(complaint(core, "core/x.h", {"file.h", true}), "");
  EXPECT_EQ(complaint(core, "core/x.h", {"vector", false}), "");
  EXPECT_EQ(complaint(core, "core/x_test.cpp", {"gtest/gtest.h", false}), "");
  EXPECT_EQ(includes_of("  #  include <a/b.h>\n#include \"gs/c.h\"\n// #include <no>\n").size(), 2u);
}

}  // namespace
}  // namespace gs::architecture
