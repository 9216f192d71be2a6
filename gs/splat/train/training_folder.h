// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gs/core/folders/owned_folder.h"

namespace gs::splat::train {

// Describes the output folder of a training, so that only such folders are overwritten. Folders of older versions are
// recognised by their report, by the marker file of the step or chunk they belong to, or by a checkpoint.
OwnedFolderKind training_folder_kind();

}  // namespace gs::splat::train
