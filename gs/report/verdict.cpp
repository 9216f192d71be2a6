// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/report/verdict.h"

#include "gs/core/text/enum_names.h"

namespace gs::report {
namespace {

constexpr EnumNames<Verdict::none> kVerdicts("good", "usable", "poor", "-");
constexpr EnumNames<Verdict::none> kSigns("\u2713 ", "~ ", "\u2717 ", "");

}  // namespace

std::string_view to_string(Verdict verdict) { return kVerdicts[verdict]; }

Html badge(Verdict verdict) {
  if (verdict == Verdict::none) return {};
  const std::string name(to_string(verdict));
  return element("span", Html::text(std::string(kSigns[verdict]) + name), {{"class", "badge " + name}});
}

Html cards(const std::vector<Card>& cards) {
  Html all;
  for (const Card& card : cards) {
    Html one = element("h3", Html::text(card.name)) +
               element("p", Html::text(card.value) + Html::markup(" ") + badge(card.verdict), {{"class", "value"}});
    if (!card.explanation.empty()) one += element("p", Html::text(card.explanation), {{"class", "note"}});
    all += element("div", one, {{"class", "card"}});
  }
  return element("div", all, {{"class", "cards"}});
}

}  // namespace gs::report
