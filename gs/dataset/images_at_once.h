// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace gs::dataset {

// Images, sweeps or time steps of a drive that are decoded or written in parallel before progress is reported and a
// request to stop is obeyed. It bounds memory: a decoded 4K image takes 25 MB, so 16 of them 400 MB. Results do not
// depend on it.
inline constexpr std::size_t kImagesAtOnce = 16;

}  // namespace gs::dataset
