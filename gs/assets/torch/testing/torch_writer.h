// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Writes files like torch.save, valid and damaged. Test code only.
//
// A value is the bytes that push it on the pickle stack: dict({{text("step"), integer(3)}}).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gs/core/bytes.h"

namespace gs::assets::testing {

using Values = std::vector<std::string>;
using Members = std::vector<std::pair<std::string, std::string>>;  // key, value

// Bytes that push a Python value.
std::string none();
std::string integer(int64_t value);
std::string real(double value);
std::string text(std::string_view value);
std::string tuple(const Values& items);
std::string list(const Values& items);
std::string dict(const Members& members);
// An OrderedDict with the attribute _metadata that torch adds to a state dictionary.
std::string ordered_dict(const Members& members);
// A name, and a call of it.
std::string global(std::string_view module, std::string_view name);
std::string call(const std::string& callable, const Values& arguments);
// A whole pickle: PROTO 2, the value, STOP.
std::string pickle(const std::string& value);

// A tensor on the storage member "data/<key>". Without stride it is contiguous.
struct TensorPlace {
  std::string type = "FloatStorage", key = "0";
  int64_t storage_items = 0, offset = 0;
  std::vector<int64_t> shape{}, stride{};
};
std::string tensor(const TensorPlace& place);
// The value as numpy.int64.
std::string numpy_int64(int64_t value);

// Member of a zip file.
struct ZipEntry {
  std::string name, content;
  bool deflated = false;
};
// A zip file with these members.
std::vector<std::byte> zip_of(const std::vector<ZipEntry>& entries);

// Bytes of the values.
std::string raw_floats(const std::vector<float>& values);

// A torch file: archive/data.pkl, the storages, archive/version and archive/byteorder.
std::vector<std::byte> torch_file(const std::string& root, const std::vector<std::string>& storages,
                                  bool deflated = false);

// A checkpoint of DriveStudio: models.Background with `count` Gaussians (value = base + 0.01 * index in its array) and
// models.Sky. The rows are those of testdata/torch/contents.txt.
std::vector<std::byte> drivestudio_file(std::size_t count, int sh_degree, int64_t step = 30000);

}  // namespace gs::assets::testing
