// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Every library has one namespace: gs::LIBRARY, with names of rooms below it. core and geometry lie in gs itself.
#include <gtest/gtest.h>

#include <regex>
#include <string>
#include <vector>

#include "gs/architecture/sources.h"

namespace gs::architecture {
namespace {

// Namespaces that a text opens at the start of a line ("gs::world"), without unnamed and nested ones.
std::vector<std::string> opened_namespaces(const std::string& text) {
  static const std::regex line("(?:^|\n)namespace (gs[a-z0-9_:]*) \\{");
  std::vector<std::string> found;
  for (std::sregex_iterator at(text.begin(), text.end(), line), end; at != end; ++at) found.push_back((*at)[1]);
  return found;
}

// Whether a file of a library may open the namespace. Only core may add names to gs beside geometry.
bool belongs(std::string_view library, std::string_view name) {
  if (library == "core") return name == "gs" || name == "gs::cuda" || name == "gs::detail" || name == "gs::testing";
  if (library == "geometry") return name == "gs";
  const std::string own = "gs::" + std::string(library);
  return name == own || name.starts_with(own + "::");
}

TEST(Namespaces, AreNamedAfterTheLibrary) {
  int checked = 0;
  for (const SourceFile& file : source_files()) {
    const std::string library = file.path.substr(0, file.path.find('/'));
    if (library == "apps" || library == "bench" || library == "fuzz" || library == "examples") continue;
    for (const std::string& name : opened_namespaces(file.text)) {
      EXPECT_TRUE(belongs(library, name)) << "gs/" << file.path << " opens namespace " << name;
      ++checked;
    }
  }
  EXPECT_GT(checked, 900);
}

TEST(Namespaces, AreFoundInAText) {
  EXPECT_EQ(opened_namespaces("namespace gs::a {\nnamespace {\n}\n}\n\nnamespace gs::b::c {\n}\n"),
            (std::vector<std::string>{"gs::a", "gs::b::c"}));
  EXPECT_TRUE(belongs("world", "gs::world::geos"));
  EXPECT_FALSE(belongs("world", "gs"));
  EXPECT_FALSE(belongs("world", "gs::worlds"));
  EXPECT_FALSE(belongs("core", "gs::world"));
}

}  // namespace
}  // namespace gs::architecture
