// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Reads every #include below gs/ and fails for one that layers.h does not allow.
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <string>

#include "gs/architecture/layers.h"
#include "gs/core/file.h"
#include "gs/core/testing/source_folder.h"

namespace gs::architecture {
namespace {

// True if `path` is `folder` or lies below it.
bool covers(std::string_view folder, std::string_view path) {
  return path == folder || (path.starts_with(folder) && path[folder.size()] == '/');
}

// The library that a file belongs to: the longest folder that matches.
const Layer* layer_of(std::string_view path) {
  const Layer* best = nullptr;
  for (const Layer& layer : kLayers) {
    if (covers(layer.folder, path) && (best == nullptr || layer.folder.size() > best->folder.size())) best = &layer;
  }
  return best;
}

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

struct Include {
  std::string name;
  bool ours;  // #include "..." and not <...>
};

// All #include lines of a source text.
std::vector<Include> includes_of(const std::string& text) {
  static const std::regex pattern(R"re(^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"])re", std::regex::multiline);
  std::vector<Include> found;
  for (auto it = std::sregex_iterator(text.begin(), text.end(), pattern); it != std::sregex_iterator(); ++it) {
    found.push_back({(*it)[2], (*it)[1] == "\""});
  }
  return found;
}

// The error in one include of the file at `path` (below gs/); empty if it is allowed.
std::string complaint(const Layer& layer, const std::string& path, const Include& include) {
  const bool is_test = path.ends_with("_test.cpp") || path.find("testing") != std::string::npos ||
                       path.find("/test_") != std::string::npos;
  if (include.ours) {
    // Tests may include generated headers, and may contain includes inside string literals.
    if (!include.name.starts_with("gs/")) return is_test ? "" : "is not a path from the repository root";
    const std::string target = include.name.substr(3);
    const bool allowed = std::any_of(layer.may_include.begin(), layer.may_include.end(),
                                     [&](std::string_view folder) { return covers(folder, target); });
    return allowed ? "" : "points against the direction of dependencies";
  }
  if (is_system_header(include.name)) return "";
  const std::string party = include.name.substr(0, include.name.find('/'));
  if (contains(layer.third_parties, party) || (is_test && contains(kTestOnly, party))) return "";
  return "is a third party this library may not use";
}

TEST(Architecture, EveryIncludeFollowsTheTable) {
  const fs::path root = source_folder() / "gs";
  int files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    const std::string extension = entry.path().extension();
    if (extension != ".h" && extension != ".cpp" && extension != ".cu" && extension != ".cuh") continue;
    ++files;
    const std::string path = fs::relative(entry.path(), root).string();
    const Layer* layer = layer_of(path);
    ASSERT_NE(layer, nullptr) << "gs/" << path << " is in no layer";
    const auto text = read_text_file(entry.path());
    ASSERT_TRUE(text);
    for (const Include& include : includes_of(*text)) {
      const std::string wrong = complaint(*layer, path, include);
      EXPECT_TRUE(wrong.empty()) << "gs/" << path << ": #include " << include.name << " " << wrong;
    }
  }
  EXPECT_GT(files, 20);
}

// The builder writes world bundles and the simulator reads them; neither may use code of the other.
TEST(Architecture, BuilderAndSimulatorMeetOnlyInTheBundle) {
  EXPECT_FALSE(contains(layer_of("builder/x.h")->may_include, "sim"));
  EXPECT_FALSE(contains(layer_of("sim/x.h")->may_include, "builder"));
}

// Forbidden and allowed examples, so that a broken check is noticed.
TEST(Architecture, TheTestItselfCanFail) {
  const Layer& core = *layer_of("core/x.h");
  EXPECT_NE(complaint(core, "core/x.h", {"gs/world/data.h", true}), "");
  EXPECT_NE(complaint(core, "core/x.h", {"yaml-cpp/yaml.h", false}), "");
  EXPECT_NE(complaint(core, "core/x.h", {"file.h", true}), "");
  EXPECT_EQ(complaint(core, "core/x.h", {"vector", false}), "");
  EXPECT_EQ(complaint(core, "core/x_test.cpp", {"gtest/gtest.h", false}), "");
  EXPECT_EQ(includes_of("  #  include <a/b.h>\n#include \"gs/c.h\"\n// #include <no>\n").size(), 2u);
}

}  // namespace
}  // namespace gs::architecture
