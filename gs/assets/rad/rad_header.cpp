// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/assets/rad/rad_header.h"

#include <algorithm>

#include "gs/core/json/json.h"
#include "gs/splat/lod/lod_tree.h"

namespace gs::assets::rad {
namespace {

using splat::lod::kChunkNodes;

constexpr uint64_t kMaxHeaderBytes = 16u << 20;  // of a JSON text: enough for 400,000 chunks

// A text with its magic number and length in front, and zeros behind.
Result<Node> take_json(ByteReader& in, uint32_t magic, std::string_view what) {
  GS_TRY(const uint32_t found, in.u32());
  if (found != magic) return fail(ErrorCode::corrupt, "not a {}: it begins with {:#010x}", what, found);
  GS_TRY(const uint32_t length, in.u32());
  if (length > kMaxHeaderBytes) {
    return fail(ErrorCode::limit_exceeded, "the JSON text of the {} has {} bytes, allowed: {}", what, length,
                kMaxHeaderBytes);
  }
  GS_TRY(const Bytes text, in.bytes(length));
  GS_CHECK(in.skip(padded(length) - length));
  return parse_json(as_text(text)).with_context(std::string(what));
}

// A whole number up to `limit`.
Result<uint64_t> whole(const Node& map, std::string_view key, uint64_t limit) {
  const auto value = map[key].index();
  if (!value || *value > limit) {
    return fail(ErrorCode::corrupt, "'{}' is no whole number from 0 to {}", key, limit);
  }
  return *value;
}

Result<void> expect_number(const Node& map, std::string_view key, uint64_t expected) {
  GS_TRY(const uint64_t found, whole(map, key, UINT32_MAX));
  if (found == expected) return {};
  return fail(ErrorCode::corrupt, "'{}' is {}, expected {}", key, found, expected);
}

Result<void> expect_version(const Node& json) {
  GS_TRY(const uint64_t version, whole(json, "version", UINT32_MAX));
  if (version == kVersion) return {};
  return fail(ErrorCode::version_mismatch, "RAD version {} is not supported, only {}", version, kVersion);
}

// The chunks that a header lists, which must follow each other and fill `rest`.
Result<std::vector<Bytes>> chunks_of(const Node& json, uint32_t nodes, Bytes rest) {
  const Node& list = json["chunks"];
  const uint64_t expected = (uint64_t{nodes} + kChunkNodes - 1) / kChunkNodes;
  if (!list.is_list() || list.items.size() != expected) {
    return fail(ErrorCode::corrupt, "{} chunks are listed, {} nodes need {}", list.items.size(), nodes, expected);
  }
  GS_TRY(const uint64_t all, whole(json, "allChunkBytes", uint64_t{1} << 53));
  if (all != rest.size()) {
    return fail(all > rest.size() ? ErrorCode::truncated : ErrorCode::corrupt,
                "the chunks should have {} bytes, {} are there", all, rest.size());
  }
  std::vector<Bytes> chunks;
  uint64_t at = 0;
  for (const Node& item : list.items) {
    const auto offset = item["offset"].index(), bytes = item["bytes"].index();
    if (!offset || *offset != at || !bytes || *bytes > rest.size() - at) {
      return fail(ErrorCode::corrupt, "chunk {} does not follow the one before inside the file", chunks.size());
    }
    chunks.push_back(rest.subspan(at, *bytes));
    at += *bytes;
  }
  if (at != rest.size()) return fail(ErrorCode::corrupt, "{} bytes behind the last chunk", rest.size() - at);
  return chunks;
}

Result<Encoding> encoding_of(const Node& item) {
  for (const EncodingName& known : kEncodings) {
    if (item["encoding"].is_text() && item["encoding"].text == known.name) return known.encoding;
  }
  return fail(ErrorCode::unsupported, "encoding '{}' is not supported", item["encoding"].text);
}

// Reads one entry of "properties", which must begin at `at`; returns the offset behind it.
Result<uint64_t> add_property(const Node& item, Bytes payload, uint64_t at, ChunkHeader& chunk) {
  const std::string& name = item["property"].text;
  const auto known =
      std::find_if(kProperties.begin(), kProperties.end(), [&](const auto& p) { return p.name == name; });
  if (known == kProperties.end()) return fail(ErrorCode::unsupported, "property '{}' is not supported", name);
  StoredProperty& property = chunk.properties[static_cast<std::size_t>(known - kProperties.begin())];
  if (property.present) return fail(ErrorCode::corrupt, "property '{}' is listed twice", name);
  const auto offset = item["offset"].index(), bytes = item["bytes"].index();
  if (!offset || *offset != at || !bytes || *bytes > payload.size() - at || padded(*bytes) > payload.size() - at) {
    return fail(ErrorCode::corrupt, "property '{}' does not follow the one before inside the chunk", name);
  }
  GS_TRY(property.encoding, encoding_of(item).with_context("property '" + name + "'"));
  const Node& compression = item["compression"];
  if (!compression.is_null() && compression.text != "gz") {
    return fail(ErrorCode::unsupported, "property '{}' has compression '{}', supported: gz", name, compression.text);
  }
  property.compressed = !compression.is_null();
  property.min = static_cast<float>(item["min"].number_or(0));
  property.max = static_cast<float>(item["max"].number_or(0));
  property.bytes = payload.subspan(at, *bytes);
  property.present = true;
  return at + padded(*bytes);
}

}  // namespace

Result<FileHeader> parse_file_header(Bytes file) {
  ByteReader in(file);
  GS_TRY(const Node json, take_json(in, kFileMagic, "RAD file"));
  GS_CHECK(expect_version(json));
  if (json["type"].text != "gsplat") {
    return fail(ErrorCode::unsupported, "RAD type '{}' is not supported, only gsplat", json["type"].text);
  }
  if (!json["lodTree"].boolean) return fail(ErrorCode::unsupported, "the RAD file has no level-of-detail tree");
  FileHeader header;
  GS_TRY(const uint64_t nodes, whole(json, "count", UINT32_MAX));
  if (nodes == 0) return fail(ErrorCode::invalid_data, "the RAD file has no nodes");
  header.nodes = static_cast<uint32_t>(nodes);
  GS_TRY(const uint64_t degree, whole(json, "maxSh", splat::kMaxShDegree));
  header.sh_degree = static_cast<int>(degree);
  GS_CHECK(expect_number(json, "chunkSize", kChunkNodes));
  header.comment = json["comment"].text;
  GS_TRY(header.chunks, chunks_of(json, header.nodes, in.rest()));
  return header;
}

Result<ChunkHeader> parse_chunk_header(const FileHeader& file, std::size_t index) {
  ByteReader in(file.chunks[index]);
  GS_TRY(const Node json, take_json(in, kChunkMagic, "RAD chunk"));
  GS_CHECK(expect_version(json));
  ChunkHeader chunk{.base = index * kChunkNodes};
  chunk.count = std::min<std::size_t>(kChunkNodes, file.nodes - chunk.base);
  GS_CHECK(expect_number(json, "base", chunk.base));
  GS_CHECK(expect_number(json, "count", chunk.count));
  GS_CHECK(expect_number(json, "maxSh", static_cast<uint64_t>(file.sh_degree)));
  GS_TRY(const uint64_t payload, in.u64());
  if (payload != in.remaining()) {
    return fail(ErrorCode::corrupt, "the payload should have {} bytes, {} are there", payload, in.remaining());
  }
  GS_CHECK(expect_number(json, "payloadBytes", payload));
  uint64_t at = 0;
  for (const Node& item : json["properties"].items) {
    GS_TRY(at, add_property(item, in.rest(), at, chunk));
  }
  if (at != payload) return fail(ErrorCode::corrupt, "{} bytes behind the last property", payload - at);
  for (std::size_t p = 0; p < kProperties.size(); ++p) {
    const bool needed = sh_degree_of(p) <= file.sh_degree;
    if (chunk.properties[p].present == needed) continue;
    return fail(ErrorCode::corrupt, "property '{}' is {}", kProperties[p].name,
                needed ? "missing" : "above the SH degree of the file");
  }
  return chunk;
}

}  // namespace gs::assets::rad
