// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/assets/torch/tensor_numbers.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "gs/core/number_type.h"
#include "gs/core/numbers/half.h"

namespace gs::assets {
namespace {

using enum NumberType;
// How the numbers of a TensorType are stored, in the order of the enumeration; half floats by their bits.
constexpr std::array<NumberType, 11> kStored = {f64, f32, u16, u16, i64, i32, i16, i8, u8, u16, u8};

// True if the items are in C order without gaps.
bool is_contiguous(const TorchTensor& tensor) {
  uint64_t expected = 1;
  for (std::size_t d = tensor.shape.size(); d-- > 0;) {
    if (tensor.shape[d] != 1 && tensor.stride[d] != expected) return false;
    expected *= tensor.shape[d];
  }
  return true;
}

// Calls put(index in the storage) for every item, last index fastest.
template <class Put>
void for_each_item(const TorchTensor& tensor, Put put) {
  const uint64_t count = tensor.size();
  std::vector<uint64_t> index(tensor.shape.size(), 0);
  uint64_t from = tensor.offset;
  for (uint64_t i = 0; i < count; ++i) {
    put(from);
    for (std::size_t d = index.size(); d-- > 0;) {
      if (++index[d] < tensor.shape[d]) {
        from += tensor.stride[d];
        break;
      }
      from -= tensor.stride[d] * (tensor.shape[d] - 1);
      index[d] = 0;
    }
  }
}

}  // namespace

double load_number(TensorType type, const std::byte* from) {
  if (type == TensorType::f16) return from_half(load_le<uint16_t>(from));
  // bfloat16 is the upper half of a float.
  if (type == TensorType::bf16) return std::bit_cast<float>(static_cast<uint32_t>(load_le<uint16_t>(from)) << 16);
  return load_as_double(kStored[static_cast<std::size_t>(type)], from);
}

std::vector<float> strided_floats(const TorchTensor& tensor, Bytes storage) {
  std::vector<float> out(tensor.size());
  if (out.empty()) return out;
  const std::size_t unit = item_bytes(tensor.type);
  if (tensor.type == TensorType::f32 && is_contiguous(tensor)) {  // the usual case
    std::memcpy(out.data(), storage.data() + tensor.offset * unit, out.size() * unit);
    return out;
  }
  std::size_t to = 0;
  for_each_item(tensor, [&](uint64_t from) {
    out[to++] = nearest_float(load_number(tensor.type, storage.data() + from * unit));
  });
  return out;
}

}  // namespace gs::assets
