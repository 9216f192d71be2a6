// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Parses any bytes as a file of torch.save, and as the pickle inside one.
#include <array>

#include "gs/assets/torch/checkpoint.h"
#include "gs/assets/torch/torch_gaussians.h"

namespace {

// Reads every tensor and number below `value`.
void read_all(const gs::assets::TorchCheckpoint& file, const gs::assets::PickleValue& value, int depth, int& budget) {
  if (depth > 8 || --budget < 0) return;
  static_cast<void>(file.number(value).has_value());
  if (const auto tensor = file.tensor(value)) static_cast<void>(file.floats(*tensor).has_value());
  for (const gs::assets::PickleRef item : value.items) read_all(file, file.pickle().at(item), depth + 1, budget);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  const gs::Bytes file(reinterpret_cast<const std::byte*>(data), size);
  static_cast<void>(gs::assets::parse_torch_gaussians(file).has_value());
  if (const auto checkpoint = gs::assets::TorchCheckpoint::borrow(file)) {
    int budget = 1000;
    read_all(*checkpoint, checkpoint->root(), 0, budget);
  }
  // The checksums of the zip file hide the pickle from mutation, so the bytes are also parsed as a pickle.
  constexpr std::array<std::string_view, 3> kNames{"collections.OrderedDict", "torch._utils._rebuild_tensor_v2",
                                                   "torch.FloatStorage"};
  if (const auto pickle = gs::assets::parse_pickle({file.begin(), file.end()}, kNames, {.max_values = 10'000})) {
    static_cast<void>(pickle->find(pickle->root(), "models"));
  }
  return 0;
}
