// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/report/table.h"

#include <algorithm>

namespace gs::report {
namespace {

Html framed_table(const Html& content) { return element("div", element("table", content), {{"class", "scroll"}}); }

}  // namespace

void Table::add(const std::vector<std::string>& texts) {
  std::vector<Html>& row = rows.emplace_back();
  for (const std::string& text : texts) row.push_back(Html::text(text));
}

Html to_html(const Table& table) {
  Html head, body;
  const auto cell = [&](std::string_view tag, const Html& content, std::size_t column) {
    const bool numeric = column < table.columns.size() && table.columns[column].numeric;
    return numeric ? element(tag, content, {{"class", "number"}}) : element(tag, content);
  };
  for (std::size_t i = 0; i < table.columns.size(); ++i) head += cell("th", Html::text(table.columns[i].name), i);
  for (const std::vector<Html>& row : table.rows) {
    Html cells;
    for (std::size_t i = 0; i < std::max(row.size(), table.columns.size()); ++i) {
      cells += cell("td", i < row.size() ? row[i] : Html{}, i);
    }
    body += element("tr", cells) + Html::markup("\n");
  }
  return framed_table(element("thead", element("tr", head)) + element("tbody", body));
}

Html facts(const std::vector<std::pair<std::string, std::string>>& rows) {
  Html body;
  for (const auto& [name, value] : rows) {
    body += element("tr", element("th", Html::text(name), {{"scope", "row"}}) + element("td", Html::text(value)));
  }
  return framed_table(element("tbody", body));
}

}  // namespace gs::report
