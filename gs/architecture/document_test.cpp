// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The tables of docs/architecture.md say what layers.h says.
#include <gtest/gtest.h>

#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "gs/architecture/layers.h"
#include "gs/core/file.h"
#include "gs/core/testing/source_folder.h"

namespace gs::architecture {
namespace {

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(' ');
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

// The cells of every row below the table head whose first cell is `head`, by their first cell.
std::map<std::string, std::vector<std::string>> table_of(const std::string& document, const std::string& head) {
  std::map<std::string, std::vector<std::string>> rows;
  std::istringstream lines(document);
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    std::vector<std::string> cells;
    std::istringstream parts(line);
    for (std::string cell; std::getline(parts, cell, '|');) cells.push_back(trimmed(cell));
    if (cells.size() < 4 || !line.starts_with('|')) {
      inside = false;
    } else if (cells[1] == head) {
      inside = true;
    } else if (inside && !cells[1].starts_with("---")) {
      rows[cells[1]] = {cells.begin() + 1, cells.end()};
    }
  }
  return rows;
}

std::string joined(const std::vector<std::string_view>& names) {
  std::string text;
  for (std::string_view name : names) text.append(text.empty() ? "" : ", ").append(name);
  return text;
}

std::string document() { return read_text_file(source_folder() / "docs/architecture.md").value(); }

TEST(ArchitectureDocument, NamesEveryLibraryAndWhatItMayInclude) {
  auto rows = table_of(document(), "library");
  for (const Layer& layer : kLayers) {
    const bool library = layer.folder.find('/') == std::string_view::npos && layer.folder != "bench" &&
                         layer.folder != "fuzz" && layer.folder != "examples" && layer.folder != "architecture";
    if (!library) continue;
    const std::string name(layer.folder);
    auto& row = rows[name];
    row.resize(4);
    EXPECT_EQ(row[2], joined(layer.may_include)) << "may include, in the row of " << name << " in docs/architecture.md";
    EXPECT_EQ(row[3], layer.packages) << "third parties, in the row of " << name << " in docs/architecture.md";
    rows.erase(name);
  }
  for (const auto& [name, cells] : rows)
    ADD_FAILURE() << "docs/architecture.md has a row for " << name << ", layers.h none";
}

TEST(ArchitectureDocument, NamesEveryRoomAndWhatItMayInclude) {
  auto rows = table_of(document(), "room");
  for (const Room& room : kRooms) {
    const std::string name(room.folder);
    auto& row = rows[name];
    row.resize(3);
    EXPECT_EQ(row[2], room.may_include.empty() ? "nothing" : joined(room.may_include))
        << "the row of " << name << " in docs/architecture.md";
    rows.erase(name);
  }
  for (const auto& [name, cells] : rows)
    ADD_FAILURE() << "docs/architecture.md has a row for " << name << ", layers.h none";
}

}  // namespace
}  // namespace gs::architecture
