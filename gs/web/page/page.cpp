// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/web/page/page.h"

#include "gs/web/page/page_files.h"

namespace gs::web {

bool has_page() { return page_files().size() > 1; }

void add_page(Manifest& manifest) {
  for (const PageFile& file : page_files()) {
    manifest.add(file.url, {.content = constant_content(file.content),
                            .type = file.type,
                            .etag = file.etag,
                            .is_immutable = file.is_immutable,
                            .gzip = file.gzip.empty() ? nullptr : constant_content(file.gzip)});
  }
}

}  // namespace gs::web
