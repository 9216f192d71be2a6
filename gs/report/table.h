// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Tables of a page.
#pragma once

#include <string>
#include <vector>

#include "gs/report/html.h"

namespace gs::report {

// A column: its heading, and whether its cells are numbers (set flush right).
struct Column {
  std::string name;
  bool numeric = false;
};

// A table; rows may be shorter than the list of columns. Wide tables scroll inside the page.
struct Table {
  std::vector<Column> columns;
  std::vector<std::vector<Html>> rows{};

  // Appends a row of plain texts.
  void add(const std::vector<std::string>& texts);
};
Html to_html(const Table& table);

// A table of names and values without heading.
Html facts(const std::vector<std::pair<std::string, std::string>>& rows);

}  // namespace gs::report
