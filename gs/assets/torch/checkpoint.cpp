// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/assets/torch/checkpoint.h"

#include <algorithm>
#include <array>
#include <limits>

#include "gs/assets/torch/tensor_numbers.h"
#include "gs/core/text/enum_names.h"

namespace gs::assets {
namespace {

using Kind = PickleValue::Kind;

constexpr std::size_t kMaxDimensions = 16;

// A number type with its names in typed storages and as dtype.
struct TypeRow {
  std::string_view storage, dtype;
  TensorType type;
  std::size_t bytes;
};
// torch.uint16 has no typed storage.
constexpr std::array<TypeRow, 11> kTypes{{
    {"torch.DoubleStorage", "torch.float64", TensorType::f64, 8},
    {"torch.FloatStorage", "torch.float32", TensorType::f32, 4},
    {"torch.HalfStorage", "torch.float16", TensorType::f16, 2},
    {"torch.BFloat16Storage", "torch.bfloat16", TensorType::bf16, 2},
    {"torch.LongStorage", "torch.int64", TensorType::i64, 8},
    {"torch.IntStorage", "torch.int32", TensorType::i32, 4},
    {"torch.ShortStorage", "torch.int16", TensorType::i16, 2},
    {"torch.CharStorage", "torch.int8", TensorType::i8, 1},
    {"torch.ByteStorage", "torch.uint8", TensorType::u8, 1},
    {"", "torch.uint16", TensorType::u16, 2},
    {"torch.BoolStorage", "torch.bool", TensorType::boolean, 1},
}};

// Functions that torch and NumPy name in a pickle.
constexpr std::string_view kRebuild2 = "torch._utils._rebuild_tensor_v2", kRebuild3 = "torch._utils._rebuild_tensor_v3",
                           kParameter = "torch._utils._rebuild_parameter", kSize = "torch.Size",
                           kEncode = "_codecs.encode", kDtype = "numpy.dtype",
                           kUntyped = "torch.storage.UntypedStorage";
constexpr std::array<std::string_view, 2> kScalars{"numpy.core.multiarray.scalar", "numpy._core.multiarray.scalar"};

// All names that occur in files of tensors and numbers; any other name refuses the file.
std::vector<std::string_view> allowed_names() {
  std::vector<std::string_view> names{
      "collections.OrderedDict", kRebuild2, kRebuild3, kParameter, kSize, kEncode, kDtype, kUntyped};
  names.insert(names.end(), kScalars.begin(), kScalars.end());
  for (const TypeRow& row : kTypes) {
    if (!row.storage.empty()) names.push_back(row.storage);
    names.push_back(row.dtype);
  }
  return names;
}

// Row whose storage or dtype has this name, or null.
const TypeRow* row_named(std::string_view TypeRow::*field, std::string_view name) {
  const auto found = std::ranges::find(kTypes, name, field);
  return found == kTypes.end() || name.empty() ? nullptr : &*found;
}

// Error for a file that is not a zip: the old formats get a hint.
Error foreign_file(Bytes file) {
  constexpr std::string_view kHint = "write it again with torch 1.6 or later: torch.save(torch.load(FILE), NEW_FILE)";
  // Files of torch 0.4 to 1.5 start with a pickled magic number, older ones are tar archives.
  const bool pickle = file.size() >= 2 && file[0] == std::byte{0x80} && file[1] <= std::byte{5};
  const bool tar = file.size() > 262 && as_text(file.subspan(257, 5)) == "ustar";
  if (pickle || tar) {
    return fail(ErrorCode::unsupported, "torch file in the old format, which is not a zip")
        .with_hint(std::string(kHint));
  }
  return fail(ErrorCode::corrupt, "not a file of torch.save");
}

// Tuple of non-negative integers, or a torch.Size of one: shape or strides.
Result<std::vector<uint64_t>> extents(const PickleDocument& pickle, const PickleValue* value) {
  if (value != nullptr && pickle.calls(*value, kSize)) value = pickle.item(pickle.at(value->items[1]), 0);
  if (value == nullptr || !value->is(Kind::tuple) || value->items.size() > kMaxDimensions) {
    return fail(ErrorCode::corrupt, "a tensor's shape is not a tuple of at most {} numbers", kMaxDimensions);
  }
  std::vector<uint64_t> out;
  for (const PickleRef ref : value->items) {
    const PickleValue& extent = pickle.at(ref);
    if (!extent.is(Kind::integer) || extent.integer < 0)
      return fail(ErrorCode::corrupt, "a tensor's shape is negative");
    out.push_back(static_cast<uint64_t>(extent.integer));
  }
  return out;
}

// Type of a pickled NumPy number: 'f8' as argument, byte order '<' in the state.
std::optional<TensorType> numpy_type(const PickleDocument& pickle, const PickleValue& dtype) {
  if (!pickle.calls(dtype, kDtype)) return std::nullopt;
  const PickleValue* name = pickle.item(pickle.at(dtype.items[1]), 0);
  if (name == nullptr || !name->is(Kind::text)) return std::nullopt;
  if (dtype.items.size() > 2) {
    const PickleValue* order = pickle.item(pickle.at(dtype.items[2]), 1);
    if (order != nullptr && order->text == ">") return std::nullopt;
  }
  // NumPy has no bfloat16.
  constexpr EnumNames<TensorType::boolean> kNames("f8", "f4", "f2", "", "i8", "i4", "i2", "i1", "u1", "u2", "b1");
  return name->text.empty() ? std::nullopt : kNames.find(name->text);
}

// Bytes in a pickle of protocol 2: a text whose characters stand for bytes (Latin-1, stored as UTF-8).
std::optional<std::string> bytes_of(const PickleDocument& pickle, const PickleValue& value) {
  if (value.is(Kind::bytes)) return std::string(value.text);
  if (!pickle.calls(value, kEncode)) return std::nullopt;
  const PickleValue* text = pickle.item(pickle.at(value.items[1]), 0);
  if (text == nullptr || !text->is(Kind::text)) return std::nullopt;
  std::string out;
  for (std::size_t i = 0; i < text->text.size(); ++i) {
    const auto c = static_cast<uint8_t>(text->text[i]);
    if (c < 0x80) {
      out.push_back(static_cast<char>(c));
      continue;
    }
    if ((c & 0xfc) != 0xc0 || i + 1 == text->text.size()) return std::nullopt;
    const auto next = static_cast<uint8_t>(text->text[++i]);
    out.push_back(static_cast<char>((c & 3) << 6 | (next & 0x3f)));
  }
  return out;
}

}  // namespace

std::size_t item_bytes(TensorType type) { return std::ranges::find(kTypes, type, &TypeRow::type)->bytes; }

uint64_t TorchTensor::size() const {
  uint64_t count = 1;
  for (const uint64_t extent : shape) count *= extent;
  return count;
}

std::string shape_text(const std::vector<uint64_t>& shape) {
  std::string text;
  for (const uint64_t extent : shape) text += format("{}{}", text.empty() ? "" : ", ", extent);
  return "[" + text + "]";
}

Result<TorchCheckpoint> TorchCheckpoint::borrow(Bytes file) {
  TorchCheckpoint out;
  out.file_ = file;
  // Signature of a zip file.
  if (file.size() < 4 || load_le<uint32_t>(file.data()) != 0x04034b50) return foreign_file(file);
  GS_TRY(out.members_, list_zip(file));
  // All members are in one folder, usually archive/, whose name is the prefix of data.pkl.
  constexpr std::string_view kPickle = "/data.pkl";
  const ZipMember* pickle = nullptr;
  std::vector<std::string_view> names;
  for (const ZipMember& member : out.members_) {
    if (member.name.ends_with(kPickle)) pickle = &member;
    names.push_back(member.name);
  }
  std::ranges::sort(names);
  if (std::ranges::adjacent_find(names) != names.end())
    return fail(ErrorCode::corrupt, "zip has two members with the same name");
  if (pickle == nullptr)
    return fail(ErrorCode::invalid_data, "the zip has no data.pkl: it was not written by torch.save");
  out.prefix_ = pickle->name.substr(0, pickle->name.size() - kPickle.size() + 1);
  if (const ZipMember* order = out.find("byteorder"); order != nullptr) {
    if (order->bytes > 16) return fail(ErrorCode::corrupt, "its byteorder has {} bytes", order->bytes);
    GS_TRY(const std::vector<std::byte> text, extract(file, *order));
    if (as_text(text) != "little") return fail(ErrorCode::unsupported, "its numbers are big endian");
  }
  const PickleLimits limits;
  if (pickle->bytes > limits.max_bytes) {
    return fail(ErrorCode::limit_exceeded, "data.pkl claims {} bytes", pickle->bytes);
  }
  GS_TRY(std::vector<std::byte> bytes, extract(file, *pickle));
  GS_TRY(out.pickle_, parse_pickle(std::move(bytes), allowed_names(), limits));
  return out;
}

Result<TorchCheckpoint> TorchCheckpoint::open(const std::filesystem::path& path) {
  GS_TRY(MappedFile mapped, MappedFile::open(path, MappedFile::Access::random));
  auto out = borrow(mapped.bytes()).with_context(path.string());
  if (out) out->mapping_.push_back(std::move(mapped));
  return out;
}

// Member by its name without the prefix.
const ZipMember* TorchCheckpoint::find(std::string_view name) const {
  const auto found = std::ranges::find_if(members_, [&](const ZipMember& member) {
    return member.name.size() == prefix_.size() + name.size() && member.name.starts_with(prefix_) &&
           member.name.ends_with(name);
  });
  return found == members_.end() ? nullptr : &*found;
}

// Persistent identity of a storage: ('storage', torch.FloatStorage, key, device, number of items).
Result<void> TorchCheckpoint::set_storage(const PickleValue& identity, std::optional<TensorType> type,
                                          TorchTensor& out) const {
  const PickleValue* tuple = identity.is(Kind::persistent) ? &pickle_.at(identity.items[0]) : nullptr;
  if (tuple == nullptr || !tuple->is(Kind::tuple) || tuple->items.size() != 5) {
    return fail(ErrorCode::corrupt, "a tensor has no storage");
  }
  const PickleValue &word = pickle_.at(tuple->items[0]), &kind = pickle_.at(tuple->items[1]),
                    &key = pickle_.at(tuple->items[2]), &count = pickle_.at(tuple->items[4]);
  if (word.text != "storage" || !kind.is(Kind::global) || !key.is(Kind::text) || !count.is(Kind::integer) ||
      count.integer < 0) {
    return fail(ErrorCode::corrupt, "the storage of a tensor has an unknown description");
  }
  const TypeRow* row = row_named(&TypeRow::storage, kind.text);
  if (row == nullptr && kind.text != kUntyped) return fail(ErrorCode::corrupt, "{} is not a storage type", kind.text);
  if (!type && row == nullptr) return fail(ErrorCode::corrupt, "a storage has no type");
  out.type = type ? *type : row->type;
  out.storage = format("data/{}", key.text);
  const ZipMember* member = find(out.storage);
  if (member == nullptr) return fail(ErrorCode::corrupt, "storage '{}' is missing", key.text);
  // Untyped storages count bytes, typed ones items.
  const uint64_t unit = kind.text == kUntyped ? 1 : row->bytes;
  if (static_cast<uint64_t>(count.integer) > member->bytes / unit) {
    return fail(ErrorCode::truncated, "storage '{}' claims {} items of {} bytes and has {} bytes", key.text,
                count.integer, unit, member->bytes);
  }
  return {};
}

// Checks that the tensor lies inside its storage, without overflow in any product.
Result<void> TorchCheckpoint::check_place(const TorchTensor& tensor) const {
  const uint64_t available = find(tensor.storage)->bytes / item_bytes(tensor.type);
  uint64_t count = 1, last = tensor.offset;
  bool fits = true;
  for (std::size_t d = 0; d < tensor.shape.size(); ++d) {
    fits &= !__builtin_mul_overflow(count, tensor.shape[d], &count);
    if (tensor.shape[d] == 0) return {};  // empty tensor
    uint64_t reach = 0;
    fits &= !__builtin_mul_overflow(tensor.shape[d] - 1, tensor.stride[d], &reach);
    fits &= !__builtin_add_overflow(last, reach, &last);
  }
  if (!fits || last >= available) {
    return fail(ErrorCode::corrupt, "a tensor {} at offset {} extends beyond its storage of {} items",
                shape_text(tensor.shape), tensor.offset, available);
  }
  if (count > available) {  // expanded tensors: a few bytes must not become gigabytes
    return fail(ErrorCode::limit_exceeded, "a tensor {} repeats a storage of {} items", shape_text(tensor.shape),
                available);
  }
  return {};
}

Result<TorchTensor> TorchCheckpoint::tensor(const PickleValue& value) const {
  // A parameter wraps a tensor; a parameter of a parameter does not exist and would allow deep recursion.
  if (pickle_.calls(value, kParameter)) {
    const PickleValue* data = pickle_.item(pickle_.at(value.items[1]), 0);
    if (data == nullptr || pickle_.calls(*data, kParameter)) return fail(ErrorCode::corrupt, "a parameter is empty");
    return tensor(*data);
  }
  const bool typed = pickle_.calls(value, kRebuild2), untyped = pickle_.calls(value, kRebuild3);
  if (!typed && !untyped) return fail(ErrorCode::invalid_data, "{} is not a tensor", to_string(value.kind));
  const PickleValue& arguments = pickle_.at(value.items[1]);
  const PickleValue *storage = pickle_.item(arguments, 0), *offset = pickle_.item(arguments, 1);
  if (storage == nullptr || offset == nullptr || !offset->is(Kind::integer) || offset->integer < 0) {
    return fail(ErrorCode::corrupt, "a tensor has an unknown description");
  }
  // _rebuild_tensor_v3 has an untyped storage and the dtype as argument 6.
  std::optional<TensorType> type;
  if (untyped) {
    const PickleValue* dtype = pickle_.item(arguments, 6);
    const TypeRow* row = dtype == nullptr ? nullptr : row_named(&TypeRow::dtype, dtype->text);
    if (row == nullptr) return fail(ErrorCode::unsupported, "a tensor has an unsupported type");
    type = row->type;
  }
  TorchTensor out{.offset = static_cast<uint64_t>(offset->integer)};
  GS_CHECK(set_storage(*storage, type, out));
  GS_TRY(out.shape, extents(pickle_, pickle_.item(arguments, 2)));
  GS_TRY(out.stride, extents(pickle_, pickle_.item(arguments, 3)));
  if (out.shape.size() != out.stride.size())
    return fail(ErrorCode::corrupt, "a tensor has different numbers of sizes and strides");
  GS_CHECK(check_place(out));
  return out;
}

Result<std::vector<float>> TorchCheckpoint::floats(const TorchTensor& tensor) const {
  const ZipMember* member = find(tensor.storage);
  if (member == nullptr) return fail(ErrorCode::not_found, "storage '{}' is missing", tensor.storage);
  GS_CHECK(check_place(tensor));
  GS_TRY(const std::vector<std::byte> bytes, extract(file_, *member));
  return strided_floats(tensor, bytes);
}

std::optional<double> TorchCheckpoint::number(const PickleValue& value) const {
  if (value.is(Kind::integer) || value.is(Kind::boolean)) return static_cast<double>(value.integer);
  if (value.is(Kind::real)) return value.real;
  // numpy scalar(dtype, bytes); the module was renamed in NumPy 2.
  if (const bool scalar = std::ranges::any_of(kScalars, [&](auto name) { return pickle_.calls(value, name); });
      scalar) {
    const PickleValue& arguments = pickle_.at(value.items[1]);
    const PickleValue *dtype = pickle_.item(arguments, 0), *data = pickle_.item(arguments, 1);
    if (dtype == nullptr || data == nullptr) return std::nullopt;
    const auto type = numpy_type(pickle_, *dtype);
    const auto bytes = bytes_of(pickle_, *data);
    if (!type || !bytes || bytes->size() != item_bytes(*type)) return std::nullopt;
    return load_number(*type, as_bytes(*bytes).data());
  }
  const auto one = tensor(value);
  if (!one || one->size() != 1) return std::nullopt;
  const auto numbers = floats(*one);
  return numbers ? std::optional<double>(numbers->front()) : std::nullopt;
}

}  // namespace gs::assets
