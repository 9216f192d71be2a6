// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/web/page/page.h"

namespace gs::web {
namespace {

constexpr const char* kMissingPage = R"(<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>gs-simulator</title>
<h1>The simulator is running</h1>
<p>This build has no page. The data are here: open the <code>ws://</code> address that <code>gs-simulator serve</code>
printed in Foxglove or Lichtblick (Open connection, Foxglove WebSocket).</p>
</html>
)";

}  // namespace

void add_page(Manifest& manifest) {
  manifest.add("/", {.content = text_content(kMissingPage), .type = "text/html; charset=utf-8", .etag = {}});
}

}  // namespace gs::web
