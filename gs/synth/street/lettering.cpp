// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/synth/street/lettering.h"

#include <iterator>

namespace gs::synth::street {
namespace {

constexpr std::string_view kWords[] = {"BAKERY",   "CAFE ROMA", "BOOKS",    "FLORIST",  "HOTEL",    "MARKET",
                                       "PIZZA",    "TAILOR",    "OPTICS",   "PHARMACY", "TOYS",     "CINEMA",
                                       "BICYCLES", "COFFEE",    "HARDWARE", "BARBER",   "WINE BAR", "RADIO",
                                       "SHOES",    "GALLERY",   "KIOSK 24", "BANK",     "MUSIC",    "FISH"};

}  // namespace

std::string_view word_for(uint32_t number) { return kWords[number % std::size(kWords)]; }

}  // namespace gs::synth::street
