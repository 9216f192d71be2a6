// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Files of torch.save: a zip file with one pickle that describes the tensors and one member for the numbers of each
// storage.
//
//   GS_TRY(const TorchCheckpoint file, TorchCheckpoint::open("checkpoint_final.pth"));
//   const PickleValue* models = file.pickle().find(file.root(), "models");
//   GS_TRY(const TorchTensor tensor, file.tensor(*value));
//   GS_TRY(const std::vector<float> numbers, file.floats(tensor));
//
// Reading only; nothing in the file is executed (pickle.h). Files of torch before 1.6 are not zip files and are
// refused.
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

namespace gs::assets {

// Number types of tensors, and their sizes in bytes.
enum class TensorType { f64, f32, f16, bf16, i64, i32, i16, i8, u8, u16, boolean };
std::size_t item_bytes(TensorType type);

// Location of a tensor in its storage. tensor() has checked that every item lies inside the storage.
struct TorchTensor {
  std::string storage{};  // name of a zip member
  TensorType type = TensorType::f32;
  uint64_t offset = 0;                      // [items]
  std::vector<uint64_t> shape{}, stride{};  // [items]; empty: a scalar

  uint64_t size() const;  // number of items
};
// Shape as text, for example "[20, 15, 3]".
std::string shape_text(const std::vector<uint64_t>& shape);

// An opened checkpoint; storages are read on demand.
class TorchCheckpoint {
 public:
  // Opens (maps) a file, or borrows its bytes. Errors: unsupported (old format, big endian, unknown names), corrupt,
  // limit_exceeded, invalid_data (a zip without pickle).
  static Result<TorchCheckpoint> open(const std::filesystem::path& path);
  static Result<TorchCheckpoint> borrow(Bytes file);  // `file` must outlive the result

  // The pickle and its root value.
  const PickleDocument& pickle() const { return pickle_; }
  const PickleValue& root() const { return pickle_.root(); }

  // Interprets a value as a tensor. Errors: invalid_data if it is not one, corrupt or truncated if it does not fit its
  // storage, limit_exceeded, unsupported (type).
  Result<TorchTensor> tensor(const PickleValue& value) const;
  // Items of a tensor in C order; values beyond the range of float become infinite.
  Result<std::vector<float>> floats(const TorchTensor& tensor) const;
  // Value of a Python or NumPy number, or of a tensor with one item; empty for anything else.
  std::optional<double> number(const PickleValue& value) const;

 private:
  const ZipMember* find(std::string_view name) const;
  Result<void> set_storage(const PickleValue& identity, std::optional<TensorType> type, TorchTensor& out) const;
  Result<void> check_place(const TorchTensor& tensor) const;

  std::vector<MappedFile> mapping_;  // empty if borrowed, else one
  Bytes file_;
  std::string prefix_;  // "archive/"
  std::vector<ZipMember> members_;
  PickleDocument pickle_;
};

}  // namespace gs::assets
