// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Options and report that all importers share.
#pragma once

#include <cstdint>
#include <string>

#include "gs/core/options/options.h"

namespace gs::importers {

// Options of an import.
struct ImportOptions {
  std::string images = "png";
  std::string scene;
};
void describe(auto& visit, ImportOptions& o) {
  visit("images", o.images,
        "image messages: png (CompressedImage with the bytes of the PNG or JPEG files) or raw (decoded Image)",
        Choices{{"png", "raw"}});
  visit("scene", o.scene, "the drive, sequence or scene to import, if the folder has several");
}

// Number of messages written.
struct ImportReport {
  uint64_t images = 0, scans = 0, poses = 0, labels = 0;
};

}  // namespace gs::importers
