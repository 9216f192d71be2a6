// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A strict reader of HTML pages for tests: it accepts only the subset that gs/report writes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gs::report::testing {

// Everything in `html` that is not well formed, one sentence each; empty if all is well. Checked: a document type,
// every element closed in order, void elements alone left open, attributes quoted and not repeated, ids unique, links
// to sections that exist, only known entities, no < or > in text, content of style and script taken as it is.
std::vector<std::string> faults_of(std::string_view html);

// Everything in `html` that could cause a request: src or href outside data: and #, url(), @import, and elements that
// load (iframe, object, embed, base, form, audio, video).
std::vector<std::string> requests_of(std::string_view html);

}  // namespace gs::report::testing
