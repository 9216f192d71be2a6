// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/world/lod_file.h"

#include "gs/core/file.h"
#include "gs/core/hash/sha256.h"

namespace gs::world {

Result<std::string> lod_comment(const std::filesystem::path& gaussians) {
  GS_TRY(const MappedFile file, MappedFile::open(gaussians));
  return "made of Gaussians with SHA-256 " + sha256_hex(file.bytes());
}

}  // namespace gs::world
