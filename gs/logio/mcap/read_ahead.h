// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Switches the read-ahead of the system for a mapped file.
#pragma once

#include <optional>

#include "gs/core/file.h"

namespace gs::logio::mcap {

// Tells the system whether it should load only the pages that are used (single records, spread over a large file), or
// the megabytes behind them too. `mapped` is a whole mapped file.
void set_read_ahead(Bytes mapped, bool on);

// Switches read-ahead off while the object lives.
class NoReadAhead {
 public:
  explicit NoReadAhead(const std::optional<MappedFile>& file) : file_(file ? file->bytes() : Bytes{}) {
    set_read_ahead(file_, false);
  }
  ~NoReadAhead() { set_read_ahead(file_, true); }
  NoReadAhead(const NoReadAhead&) = delete;
  NoReadAhead& operator=(const NoReadAhead&) = delete;

 private:
  Bytes file_;
};

}  // namespace gs::logio::mcap
