// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Converts the items of a tensor: any type to double or float, any strides to C order.
#pragma once

#include <vector>

#include "gs/assets/torch/checkpoint.h"

namespace gs::assets {

// One item as double; the caller has checked that its bytes exist.
double load_number(TensorType type, const std::byte* from);

// Items of a tensor in C order (last index fastest); its location in the storage has been checked.
std::vector<float> strided_floats(const TorchTensor& tensor, Bytes storage);

}  // namespace gs::assets
