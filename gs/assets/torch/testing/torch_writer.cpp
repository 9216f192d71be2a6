// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/assets/torch/testing/torch_writer.h"

#include <bit>

#include "gs/assets/deflate/deflate.h"

namespace gs::assets::testing {
namespace {

// Bytes of a value, little endian.
template <class T>
std::string le(T value) {
  std::string out(sizeof(T), '\0');
  std::memcpy(out.data(), &value, sizeof(T));
  return out;
}

std::string joined(const Values& items) {
  std::string out;
  for (const std::string& item : items) out += item;
  return out;
}

// MARK, keys and values, SETITEMS.
std::string set_items(const Members& members) {
  std::string out = "(";
  for (const auto& [key, value] : members) out += key + value;
  return out + "u";
}

std::string integers(const std::vector<int64_t>& values) {
  Values items;
  for (const int64_t value : values) items.push_back(integer(value));
  return tuple(items);
}

// Deflate stream without the gzip header and trailer.
std::string raw_deflate(std::string_view content) {
  const auto whole = gzip(as_bytes(content)).value();
  return std::string(as_text(Bytes(whole).subspan(10, whole.size() - 18)));
}

// Strides of a C-ordered array.
std::vector<int64_t> contiguous(const std::vector<int64_t>& shape) {
  std::vector<int64_t> stride(shape.size(), 1);
  for (std::size_t d = shape.size(); d-- > 1;) stride[d - 1] = stride[d] * shape[d];
  return stride;
}

}  // namespace

std::string none() { return "N"; }
// BININT if 32 bits suffice, else LONG1 with 8 bytes.
std::string integer(int64_t value) {
  if (value == static_cast<int32_t>(value)) return "J" + le(static_cast<int32_t>(value));
  return "\x8a\x08" + le(value);
}
// BINFLOAT is big endian.
std::string real(double value) {
  std::string bytes = le(value);
  return "G" + std::string(bytes.rbegin(), bytes.rend());
}
std::string text(std::string_view value) { return "X" + le(static_cast<uint32_t>(value.size())) + std::string(value); }
std::string tuple(const Values& items) { return "(" + joined(items) + "t"; }
std::string list(const Values& items) { return "](" + joined(items) + "e"; }
std::string dict(const Members& members) { return "}" + set_items(members); }
std::string ordered_dict(const Members& members) {
  const std::string metadata = dict({{text("_metadata"), dict({{text("version"), integer(1)}})}});
  return global("collections", "OrderedDict") + ")R" + set_items(members) + metadata + "b";
}
std::string global(std::string_view module, std::string_view name) {
  return "c" + std::string(module) + "\n" + std::string(name) + "\n";
}
std::string call(const std::string& callable, const Values& arguments) { return callable + tuple(arguments) + "R"; }
std::string pickle(const std::string& value) { return "\x80\x02" + value + "."; }

// _rebuild_tensor_v2(storage, offset, shape, stride, requires_grad, hooks); the storage is a persistent identity.
std::string tensor(const TensorPlace& place) {
  const std::string storage = tuple({text("storage"), global("torch", place.type), text(place.key), text("cuda:0"),
                                     integer(place.storage_items)}) +
                              "Q";
  const auto stride = place.stride.empty() ? contiguous(place.shape) : place.stride;
  return call(global("torch._utils", "_rebuild_tensor_v2"),
              {storage, integer(place.offset), integers(place.shape), integers(stride), "\x89",
               global("collections", "OrderedDict") + ")R"});
}

std::string numpy_int64(int64_t value) {
  const std::string dtype = call(global("numpy", "dtype"), {text("i8"), "\x89", "\x88"}) +
                            tuple({integer(3), text("<"), none(), none(), none(), integer(-1)}) + "b";
  // numpy pickles the bytes of a scalar as Latin-1 text, which is stored as UTF-8.
  std::string latin;
  for (const char c : le(value)) {
    const auto byte = static_cast<uint8_t>(c);
    if (byte < 0x80) {
      latin += c;
    } else {
      latin += {static_cast<char>(0xc0 | byte >> 6), static_cast<char>(0x80 | (byte & 0x3f))};
    }
  }
  return call(global("numpy.core.multiarray", "scalar"),
              {dtype, call(global("_codecs", "encode"), {text(latin), text("latin1")})});
}

std::vector<std::byte> zip_of(const std::vector<ZipEntry>& entries) {
  // Local headers and data, then the central directory, then its end record.
  ByteWriter out, directory;
  for (const ZipEntry& entry : entries) {
    const std::string data = entry.deflated ? raw_deflate(entry.content) : entry.content;
    const auto offset = static_cast<uint32_t>(out.size());
    const auto common = [&](ByteWriter& to) {
      to.u16(20), to.u16(0), to.u16(entry.deflated ? 8 : 0), to.u32(0), to.u32(crc32_of(as_bytes(entry.content)));
      to.u32(static_cast<uint32_t>(data.size())), to.u32(static_cast<uint32_t>(entry.content.size()));
      to.u16(static_cast<uint16_t>(entry.name.size())), to.u16(0);
    };
    out.u32(0x04034b50), common(out), out.text(entry.name), out.text(data);
    directory.u32(0x02014b50), directory.u16(20), common(directory);
    directory.u16(0), directory.u16(0), directory.u16(0), directory.u32(0), directory.u32(offset);
    directory.text(entry.name);
  }
  const auto begin = static_cast<uint32_t>(out.size());
  out.bytes(directory.view());
  const auto count = static_cast<uint16_t>(entries.size());
  out.u32(0x06054b50), out.u16(0), out.u16(0), out.u16(count), out.u16(count);
  out.u32(static_cast<uint32_t>(directory.size())), out.u32(begin), out.u16(0);
  return std::move(out).take();
}

std::string raw_floats(const std::vector<float>& values) {
  return std::string(as_text(std::as_bytes(std::span(values))));
}

std::vector<std::byte> torch_file(const std::string& root, const std::vector<std::string>& storages, bool deflated) {
  std::vector<ZipEntry> entries{{"archive/data.pkl", pickle(root), deflated}, {"archive/byteorder", "little"}};
  for (std::size_t i = 0; i < storages.size(); ++i) {
    entries.push_back({"archive/data/" + std::to_string(i), storages[i], deflated});
  }
  entries.push_back({"archive/version", "3\n"});
  return zip_of(entries);
}

std::vector<std::byte> drivestudio_file(std::size_t count, int sh_degree, int64_t step) {
  std::vector<std::string> storages;
  const auto n = static_cast<int64_t>(count);
  const auto ramp = [&](std::vector<int64_t> shape, double base, double slope = 0.01) {
    int64_t items = 1;
    for (const int64_t extent : shape) items *= extent;
    std::vector<float> values;
    for (int64_t i = 0; i < items; ++i) values.push_back(static_cast<float>(base + slope * static_cast<double>(i)));
    storages.push_back(raw_floats(values));
    return tensor({.key = std::to_string(storages.size() - 1), .storage_items = items, .shape = std::move(shape)});
  };
  const int64_t rest = (sh_degree + 1) * (sh_degree + 1) - 1;
  const std::string background = ordered_dict({{text("_means"), ramp({n, 3}, 0)},
                                               {text("_scales"), ramp({n, 3}, -3)},
                                               {text("_quats"), ramp({n, 4}, 0.5)},
                                               {text("_opacities"), ramp({n, 1}, -1, 0.5)},
                                               {text("_features_dc"), ramp({n, 3}, -0.5)},
                                               {text("_features_rest"), ramp({n, rest, 3}, -1)}});
  const std::string sky = ordered_dict({{text("base"), ramp({6, 2, 2, 3}, 0.5, 0)}});
  const std::string root = ordered_dict({{text("lpips.weight"), ramp({2, 2}, 0)},
                                         {text("models"), dict({{text("Background"), background}, {text("Sky"), sky}})},
                                         {text("step"), numpy_int64(step)}});
  return torch_file(root, storages);
}

}  // namespace gs::assets::testing
