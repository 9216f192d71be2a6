// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The files of the page inside of the program. Defined by short_page.cpp, or by the table that web/build.mjs writes.
#pragma once

#include <span>

#include "gs/core/bytes.h"

namespace gs::web {

// One file. `gzip` is the same content compressed, empty if that saves nothing.
struct PageFile {
  const char* url;    // "/page/main-ABCDEFGH.js"
  const char* type;   // "text/javascript; charset=utf-8"
  const char* etag;   // with its quotation marks
  bool is_immutable;  // the URL carries a hash of the content
  Bytes content;
  Bytes gzip;
};

// All files; the first one is the page itself, at "/".
std::span<const PageFile> page_files();

}  // namespace gs::web
