// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Any data set that can be trained on, told by what it holds:
//   a .gsds file                       packed (gs/splat/train/packed_dataset.h)
//   a folder with dataset_config.json  02_drivesim_dataset (read_dataset.h)
//   a folder with transforms.json      nerfstudio, instant-ngp
//   a folder with a model of COLMAP    cameras, images, points3D as .bin or .txt, in it or in sparse/0; images/
#pragma once

#include "gs/builder/dataset/read_dataset.h"

namespace gs {

struct OpenedDataset {
  Dataset set;
  bool drive = true;  // z of its map is up, and it has a sky; false for COLMAP and transforms.json
};

// Of data sets that do not say, every eighth image is held out (the fifth of each eight, by name).
Result<OpenedDataset> open_dataset(const std::filesystem::path& path, const DatasetOptions& options, Problems& problems,
                                   Progress& progress);

// The parts, for tests. Images that cannot be read are reported and left out; none left is invalid_data.
Result<Dataset> read_colmap_dataset(const std::filesystem::path& folder, const DatasetOptions& options,
                                    Problems& problems, Progress& progress);
Result<Dataset> read_transforms_dataset(const std::filesystem::path& folder, const DatasetOptions& options,
                                        Problems& problems, Progress& progress);

}  // namespace gs
