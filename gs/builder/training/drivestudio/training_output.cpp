// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/training/drivestudio/training_output.h"

#include <charconv>

#include "gs/core/format.h"

namespace gs::builder {
namespace {

// Removes and returns the number at the start of a text.
std::optional<uint64_t> number_at(std::string_view& text) {
  uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

// The word after a key; empty if the key does not occur.
std::string_view word_after(std::string_view line, std::string_view key) {
  const std::size_t at = line.find(key);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = line.substr(at + key.size());
  return rest.substr(0, rest.find(' '));
}

}  // namespace

std::optional<uint64_t> iteration_of(std::string_view line) {
  // A line may contain other brackets, such as a log prefix; try each one.
  for (std::size_t at = line.find('['); at != std::string_view::npos; at = line.find('[', at + 1)) {
    std::string_view rest = line.substr(at + 1);
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    const auto done = number_at(rest);
    if (!done || !rest.starts_with('/')) continue;
    rest.remove_prefix(1);
    if (const auto total = number_at(rest); total && rest.starts_with(']') && *done <= *total) return done;
  }
  return std::nullopt;
}

void TrainingOutput::add(std::string_view line) {
  constexpr std::size_t kLongest = 300;
  if (line.find_first_not_of(" \t") != std::string_view::npos) last_line_ = line.substr(0, kLongest);
  for (const std::string_view words : {"CUDA out of memory", "OutOfMemoryError"}) {
    out_of_memory_ |= line.find(words) != std::string_view::npos;
  }
  const auto iteration = iteration_of(line);
  if (!iteration) return;
  if (const std::string_view psnr = word_after(line, "train_metrics/psnr: "); !psnr.empty()) {
    progress_.note(format("psnr {}", psnr));
  }
  progress_.advance(*iteration);
}

}  // namespace gs::builder
