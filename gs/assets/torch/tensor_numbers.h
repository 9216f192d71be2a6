// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The numbers of a tensor: every type as double or float, any strides in C order.
#pragma once

#include <vector>

#include "gs/assets/torch/checkpoint.h"

namespace gs {

// One item; the caller has checked that its bytes are there.
double load_number(TensorType type, const std::byte* from);

// Items of a tensor whose place in the storage was checked, last index fastest.
std::vector<float> strided_floats(const TorchTensor& tensor, Bytes storage);

}  // namespace gs
