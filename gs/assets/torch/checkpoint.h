// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Files of torch.save: a zip with one pickle that describes the tensors and one member for the numbers of each storage.
//
//   GS_TRY(const TorchCheckpoint file, TorchCheckpoint::open("checkpoint_final.pth"));
//   const PickleValue* models = file.pickle().find(file.root(), "models");
//   GS_TRY(const TorchTensor tensor, file.tensor(*value));
//   GS_TRY(const std::vector<float> numbers, file.floats(tensor));
//
// Reading only, and nothing in the file is executed (pickle.h). Files of torch before 1.6 are no zip and are refused.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gs/assets/npz/zip.h"
#include "gs/assets/torch/pickle.h"
#include "gs/core/file.h"
#include "gs/core/result.h"

namespace gs {

enum class TensorType { f64, f32, f16, bf16, i64, i32, i16, i8, u8, u16, boolean };
std::size_t item_bytes(TensorType type);

// Where in its storage a tensor lies; checked against the storage, so that every item is there.
struct TorchTensor {
  std::string storage{};  // name of a zip member
  TensorType type = TensorType::f32;
  uint64_t offset = 0;                      // [items]
  std::vector<uint64_t> shape{}, stride{};  // [items]; empty: a scalar

  uint64_t size() const;  // number of items
};
// "[20, 15, 3]"
std::string shape_text(const std::vector<uint64_t>& shape);

class TorchCheckpoint {
 public:
  static Result<TorchCheckpoint> open(const std::filesystem::path& path);
  static Result<TorchCheckpoint> borrow(Bytes file);  // file outlives the result

  const PickleDocument& pickle() const { return pickle_; }
  const PickleValue& root() const { return pickle_.root(); }

  // invalid_data when the value is no tensor, corrupt when it does not fit its storage.
  Result<TorchTensor> tensor(const PickleValue& value) const;
  // Items in C order. Values beyond float become infinite.
  Result<std::vector<float>> floats(const TorchTensor& tensor) const;
  // A Python or NumPy number, or the one item of a tensor.
  std::optional<double> number(const PickleValue& value) const;

 private:
  const ZipMember* find(std::string_view name) const;
  Result<void> set_storage(const PickleValue& identity, std::optional<TensorType> type, TorchTensor& out) const;
  Result<void> check_place(const TorchTensor& tensor) const;

  std::vector<MappedFile> mapping_;  // none or one: borrowed or opened
  Bytes file_;
  std::string prefix_;  // "archive/"
  std::vector<ZipMember> members_;
  PickleDocument pickle_;
};

}  // namespace gs
