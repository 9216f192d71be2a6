// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Verdicts on figures, as badges and cards.
#pragma once

#include <string>
#include <vector>

#include "gs/report/html.h"

namespace gs::report {

// What a figure means for the user; none: there is nothing to judge.
enum class Verdict { good, usable, poor, none };
// "good", "usable", "poor" or "-".
std::string_view to_string(Verdict verdict);

// The verdict with a sign and a colour; the sign serves readers who do not see the colour.
Html badge(Verdict verdict);

// One figure of the summary.
struct Card {
  std::string name;   // "PSNR of held-out images"
  std::string value;  // "24.1 dB"
  Verdict verdict = Verdict::none;
  std::string explanation{};  // the limits in words
};
// The figures side by side, in as many columns as fit.
Html cards(const std::vector<Card>& cards);

}  // namespace gs::report
