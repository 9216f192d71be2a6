// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What browsers get from a build without the page.
#include <string_view>

#include "gs/web/page/page_files.h"

namespace gs::web {
namespace {

constexpr std::string_view kShortPage = R"(<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>gs-simulator</title>
<h1>The simulator is running</h1>
<p>This build has no page. The data are here: open the <code>ws://</code> address that <code>gs-simulator serve</code>
printed in Foxglove or Lichtblick (Open connection, Foxglove WebSocket).</p>
<p>To build the page: <code>apt install nodejs npm</code>, then <code>make studio</code> in the source folder.</p>
</html>
)";

}  // namespace

std::span<const PageFile> page_files() {
  static const PageFile kFiles[] = {
      {"/", "text/html; charset=utf-8", "", false, as_bytes(kShortPage), {}},
  };
  return kFiles;
}

}  // namespace gs::web
