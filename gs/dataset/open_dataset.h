// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Opens any data set that can be trained on. The kind is detected from the content:
// clang-format off
//   a .gsds file                       packed (gs/splat/train/packed/packed_dataset.h)
//   a folder with dataset_config.json  02_drivesim_dataset (read_dataset.h)
//   a folder with transforms.json      nerfstudio, instant-ngp
//   a folder with a COLMAP model       cameras, images, points3D as .bin or .txt, in it or in sparse/0; images/
// clang-format on
#pragma once

#include "gs/dataset/read_dataset.h"

namespace gs::dataset {

// A data set in memory.
struct OpenedDataset {
  Dataset set;
  bool drive = true;  // map has z up and a sky; false for COLMAP and transforms.json
};

// Data sets without a list of held-out frames hold out every eighth image (the fifth of each eight, by name). Errors:
// not_found if it is no data set, and those of the readers.
Result<OpenedDataset> open_dataset(const std::filesystem::path& path, const DatasetOptions& options, Problems& problems,
                                   Progress& progress);

// Readers of single kinds, for tests. Images that cannot be read are reported and left out. Errors: invalid_data if
// none remains.
Result<Dataset> read_colmap_dataset(const std::filesystem::path& folder, const DatasetOptions& options,
                                    Problems& problems, Progress& progress);
Result<Dataset> read_transforms_dataset(const std::filesystem::path& folder, const DatasetOptions& options,
                                        Problems& problems, Progress& progress);

}  // namespace gs::dataset
