// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The files that the server gives away: a map from URL path to content. A file is opened when it is added, so a request
// can never choose a file of the disk.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "gs/core/bytes.h"
#include "gs/core/result.h"

namespace gs::web {

// Bytes that are served: of memory or of an open file. Immutable; may be shared by connections of several threads.
class Content {
 public:
  virtual ~Content() = default;
  virtual uint64_t size() const = 0;
  // Copies the bytes at `offset` into `out`. Errors: truncated if the file has become shorter; io_error.
  virtual Result<void> read(uint64_t offset, MutableBytes out) const = 0;
};

// Bytes in memory.
std::shared_ptr<const Content> text_content(std::string text);
// Bytes that live as long as the program.
std::shared_ptr<const Content> constant_content(Bytes bytes);
// A regular file, which stays open. Errors: those of opening; invalid_argument for anything but a regular file.
Result<std::shared_ptr<const Content>> file_content(const std::filesystem::path& path);

// One entry of the manifest.
struct Resource {
  std::shared_ptr<const Content> content;  // shared with the connections that send it
  std::string type;                        // "text/html; charset=utf-8"
  std::string etag;                        // with its quotation marks; empty: none
  bool is_immutable = false;               // its URL carries a hash of its content
  std::shared_ptr<const Content> gzip{};   // the same content compressed; shared likewise; nullptr: there is none
};

// Resources by URL path.
class Manifest {
 public:
  void add(std::string url_path, Resource resource) { resources_[std::move(url_path)] = std::move(resource); }
  // nullptr: there is none.
  const Resource* find(std::string_view url_path) const;

 private:
  std::map<std::string, Resource, std::less<>> resources_;
};

}  // namespace gs::web
