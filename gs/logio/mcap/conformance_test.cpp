// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Public conformance suite of MCAP: 416 files, each with a JSON listing of its records.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <set>

#include "gs/core/file.h"
#include "gs/logio/mcap/chunk.h"
#include "gs/logio/mcap/reader.h"
#include "gs/logio/mcap/writer.h"

namespace gs::logio {
namespace {

using nlohmann::json;

// One file of the suite: its bytes, the records of its listing, and the features of its variant ("ch": chunks, "mx":
// message index, "pad": fields of a future version ...).
struct Case {
  std::string name;
  std::vector<std::byte> bytes;
  json records;
  std::set<std::string> features;

  std::vector<json> of_type(const std::string& type) const {
    std::vector<json> found;
    std::copy_if(records.begin(), records.end(), std::back_inserter(found),
                 [&](const json& record) { return record["type"] == type; });
    return found;
  }
};

std::vector<Case> load_cases() {
  std::vector<Case> cases;
  const char* data = std::getenv("GS_TEST_DATA");
  if (data == nullptr) return cases;
  std::error_code error;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(data) / "mcap" / "conformance", error)) {
    if (entry.path().extension() != ".mcap") continue;
    Case c{.name = entry.path().stem().string()};
    c.bytes = read_binary_file(entry.path(), 1 << 20).value();
    const json twin = json::parse(read_text_file(fs::path(entry.path()).replace_extension(".json")).value());
    c.records = twin["records"];
    for (const auto& feature : twin["meta"]["variant"]["features"]) c.features.insert(feature.get<std::string>());
    cases.push_back(std::move(c));
  }
  return cases;
}

// Loads the suite once; skips the tests without it.
class Conformance : public ::testing::Test {
 protected:
  static const std::vector<Case>& cases() {
    static const std::vector<Case> all = load_cases();
    return all;
  }
  void SetUp() override {
    if (cases().empty()) GTEST_SKIP() << "set GS_TEST_DATA to the folder that holds mcap/conformance";
  }
};

// Form of the JSON listing: numbers as decimal texts, fields sorted by name.
json text(std::integral auto number) { return std::to_string(number); }
json text(std::string_view value) { return value; }
json text(Bytes bytes) {
  json list = json::array();
  for (const std::byte b : bytes) list.push_back(std::to_string(static_cast<int>(b)));
  return list;
}
template <class Key, class Value>
json text(const mcap::Map<Key, Value>& map) {
  json object = json::object();
  for (const auto& [key, value] : map) object[static_cast<std::string>(text(key))] = text(value);
  return object;
}

// Fields of a record by name, as in the listing. MessageIndex and Chunk records are not listed.
template <class Record>
std::map<std::string, json> fields_of(Bytes content) {
  const Record r = mcap::parse<Record>(content).value();
  if constexpr (Record::kOp == mcap::Op::header) {
    return {{"profile", text(r.profile)}, {"library", text(r.library)}};
  } else if constexpr (Record::kOp == mcap::Op::footer) {
    return {{"summary_start", text(r.summary_start)},
            {"summary_offset_start", text(r.summary_offset_start)},
            {"summary_crc", text(r.summary_crc)}};
  } else if constexpr (Record::kOp == mcap::Op::schema) {
    return {{"id", text(r.id)}, {"name", text(r.name)}, {"encoding", text(r.encoding)}, {"data", text(r.data)}};
  } else if constexpr (Record::kOp == mcap::Op::channel) {
    return {{"id", text(r.id)},
            {"schema_id", text(r.schema_id)},
            {"topic", text(r.topic)},
            {"message_encoding", text(r.message_encoding)},
            {"metadata", text(r.metadata)}};
  } else if constexpr (Record::kOp == mcap::Op::message) {
    return {{"channel_id", text(r.channel_id)},
            {"sequence", text(r.sequence)},
            {"log_time", text(r.log_time)},
            {"publish_time", text(r.publish_time)},
            {"data", text(r.data)}};
  } else if constexpr (Record::kOp == mcap::Op::chunk_index) {
    return {{"message_start_time", text(r.message_start_time)},
            {"message_end_time", text(r.message_end_time)},
            {"chunk_start_offset", text(r.chunk_start_offset)},
            {"chunk_length", text(r.chunk_length)},
            {"message_index_offsets", text(r.message_index_offsets)},
            {"message_index_length", text(r.message_index_length)},
            {"compression", text(r.compression)},
            {"compressed_size", text(r.compressed_size)},
            {"uncompressed_size", text(r.uncompressed_size)}};
  } else if constexpr (Record::kOp == mcap::Op::attachment) {
    return {{"log_time", text(r.log_time)},
            {"create_time", text(r.create_time)},
            {"name", text(r.name)},
            {"media_type", text(r.media_type)},
            {"data", text(r.data)}};
  } else if constexpr (Record::kOp == mcap::Op::attachment_index) {
    return {{"offset", text(r.offset)},           {"length", text(r.length)},       {"log_time", text(r.log_time)},
            {"create_time", text(r.create_time)}, {"data_size", text(r.data_size)}, {"name", text(r.name)},
            {"media_type", text(r.media_type)}};
  } else if constexpr (Record::kOp == mcap::Op::statistics) {
    return {{"message_count", text(r.message_count)},
            {"schema_count", text(r.schema_count)},
            {"channel_count", text(r.channel_count)},
            {"attachment_count", text(r.attachment_count)},
            {"metadata_count", text(r.metadata_count)},
            {"chunk_count", text(r.chunk_count)},
            {"message_start_time", text(r.message_start_time)},
            {"message_end_time", text(r.message_end_time)},
            {"channel_message_counts", text(r.channel_message_counts)}};
  } else if constexpr (Record::kOp == mcap::Op::metadata) {
    return {{"name", text(r.name)}, {"metadata", text(r.metadata)}};
  } else if constexpr (Record::kOp == mcap::Op::metadata_index) {
    return {{"offset", text(r.offset)}, {"length", text(r.length)}, {"name", text(r.name)}};
  } else if constexpr (Record::kOp == mcap::Op::summary_offset) {
    return {{"group_opcode", text(r.group_opcode)},
            {"group_start", text(r.group_start)},
            {"group_length", text(r.group_length)}};
  } else {
    return {{"data_section_crc", text(r.data_section_crc)}};
  }
}

// Record in the form of the listing.
template <class Record>
json record_json(Bytes content) {
  json fields = json::array();
  for (const auto& [name, value] : fields_of<Record>(content)) fields.push_back({name, value});
  return {{"type", mcap::to_string(Record::kOp)}, {"fields", fields}};
}

// Appends all records from `begin` on; records of a chunk are listed like those outside.
void append_records(Bytes bytes, uint64_t begin, json& out) {
  using mcap::Op;
  mcap::RecordCursor cursor(bytes, begin);
  for (mcap::RecordView r; cursor.next(r);) {
    // clang-format off
    switch (r.op) {
      case Op::header: out.push_back(record_json<mcap::Header>(r.content)); break;
      case Op::footer: out.push_back(record_json<mcap::Footer>(r.content)); break;
      case Op::schema: out.push_back(record_json<mcap::Schema>(r.content)); break;
      case Op::channel: out.push_back(record_json<mcap::Channel>(r.content)); break;
      case Op::message: out.push_back(record_json<mcap::Message>(r.content)); break;
      case Op::chunk_index: out.push_back(record_json<mcap::ChunkIndex>(r.content)); break;
      case Op::attachment: out.push_back(record_json<mcap::Attachment>(r.content)); break;
      case Op::attachment_index: out.push_back(record_json<mcap::AttachmentIndex>(r.content)); break;
      case Op::statistics: out.push_back(record_json<mcap::Statistics>(r.content)); break;
      case Op::metadata: out.push_back(record_json<mcap::Metadata>(r.content)); break;
      case Op::metadata_index: out.push_back(record_json<mcap::MetadataIndex>(r.content)); break;
      case Op::summary_offset: out.push_back(record_json<mcap::SummaryOffset>(r.content)); break;
      case Op::data_end: out.push_back(record_json<mcap::DataEnd>(r.content)); break;
      case Op::message_index: break;
      case Op::chunk: {
        Decoder decoder;
        Buffer buffer;
        const auto view = mcap::read_chunk_at(bytes, r.offset);
        append_records(mcap::decode_chunk(view.value(), {}, decoder, buffer).value().records, 0, out);
        break;
      }
      default: ADD_FAILURE() << "opcode " << static_cast<int>(r.op);
    }
    // clang-format on
  }
}

TEST_F(Conformance, EveryFileReadsStreamed) {
  for (const Case& c : cases()) {
    json records = json::array();
    append_records(Bytes(c.bytes).first(c.bytes.size() - mcap::kMagic.size()), mcap::kMagic.size(), records);
    ASSERT_EQ(records, c.records) << c.name;
  }
  EXPECT_EQ(cases().size(), 416u);
}

// Value of a text or number field; field_value() also returns lists and objects.
std::string field(const json& record, const std::string& name) {
  for (const json& entry : record["fields"]) {
    if (entry[0] == name) return entry[1];
  }
  ADD_FAILURE() << "no field " << name;
  return {};
}

json field_value(const json& record, const std::string& name) {
  for (const json& entry : record["fields"]) {
    if (entry[0] == name) return entry[1];
  }
  return {};
}

// Messages of the listing in reader form: topic, sequence, log time, publish time, data.
std::vector<json> expected_messages(const Case& c, Order order) {
  std::map<std::string, std::string> topics;
  for (const json& channel : c.of_type("Channel")) topics[field(channel, "id")] = field(channel, "topic");
  std::vector<json> messages;
  for (const json& m : c.of_type("Message")) {
    messages.push_back({topics[field(m, "channel_id")], field(m, "sequence"), field(m, "log_time"),
                        field(m, "publish_time"), field_value(m, "data")});
  }
  const int key = order == Order::publish_time ? 3 : 2;
  const auto earlier = [&](const json& a, const json& b) {
    return std::stoull(a[key].get<std::string>()) < std::stoull(b[key].get<std::string>());
  };
  if (order != Order::file) std::stable_sort(messages.begin(), messages.end(), earlier);
  return messages;
}

std::vector<json> read_messages(const McapReader& reader, Order order, Problems& problems) {
  std::vector<json> messages;
  const auto stream = reader.read({.order = order}, problems).value();
  while (true) {
    const auto batch = stream->next_batch().value();
    if (batch.empty()) return messages;
    for (const MessageView& m : batch) {
      messages.push_back({m.channel->topic, text(m.sequence), text(static_cast<uint64_t>(m.log_time.ns)),
                          text(static_cast<uint64_t>(m.publish_time.ns)), text(m.data)});
    }
  }
}

TEST_F(Conformance, EveryFileReadsInEveryOrderWithOrWithoutItsIndex) {
  int indexed = 0;
  for (const Case& c : cases()) {
    Problems problems;
    const auto reader = McapReader::open(c.bytes, c.name, problems).value();
    for (const Order order : {Order::file, Order::log_time, Order::publish_time}) {
      ASSERT_EQ(read_messages(*reader, order, problems), expected_messages(c, order)) << c.name;
    }
    ASSERT_TRUE(problems.empty()) << c.name << ": " << to_string(problems.all().front());
    ASSERT_EQ(reader->info().message_count, c.of_type("Message").size()) << c.name;
    ASSERT_EQ(reader->attachments(problems).value().size(), c.of_type("Attachment").size()) << c.name;
    ASSERT_EQ(reader->metadata(problems).value().size(), c.of_type("Metadata").size()) << c.name;
    // With all indexes and repeated definitions, the summary must have been used.
    const std::set<std::string> needed = {"ch", "chx", "mx", "rch", "rsh"};
    const bool eligible = !c.of_type("Message").empty() &&
                          std::includes(c.features.begin(), c.features.end(), needed.begin(), needed.end());
    if (!eligible) continue;
    ++indexed;
    ASSERT_TRUE(reader->info().indexed) << c.name;
    ASSERT_EQ(reader->index().segments.size(), 1u) << c.name;
    ASSERT_EQ(reader->index().statistics.has_value(), c.features.contains("st")) << c.name;
  }
  EXPECT_GT(indexed, 0);
  RecordProperty("indexed", indexed);
}

std::vector<std::byte> data_of(const json& list) {
  std::vector<std::byte> bytes;
  for (const json& b : list) bytes.push_back(static_cast<std::byte>(std::stoi(b.get<std::string>())));
  return bytes;
}

Timestamp time_field(const json& record, const std::string& name) { return {std::stoll(field(record, name))}; }

// Writes the records of the listing with the features of its variant.
std::vector<std::byte> rewrite(const Case& c) {
  const auto on = [&](const char* feature) { return c.features.contains(feature); };
  std::vector<std::byte> out;
  McapWriterOptions options;
  options.library = "";
  options.compression = "none";
  options.data_crc = true;
  options.chunks = on("ch");
  options.message_index = on("mx");
  options.chunk_index = on("chx");
  options.statistics = on("st");
  options.repeat_schemas = on("rsh");
  options.repeat_channels = on("rch");
  options.attachment_index = on("ax");
  options.metadata_index = on("mdx");
  options.summary_offsets = on("sum");
  const auto writer = McapWriter::create(std::make_unique<MemorySink>(out), options).value();
  std::map<std::string, LogSchema> schemas;
  std::map<std::string, uint32_t> channels;
  for (const json& r : c.records) {
    if (r["type"] == "DataEnd") break;
    if (r["type"] == "Schema") {
      const auto data = data_of(field_value(r, "data"));
      schemas[field(r, "id")] = {field(r, "name"), field(r, "encoding"), std::string(as_text(data))};
    } else if (r["type"] == "Channel") {
      LogChannel channel{.topic = field(r, "topic"), .message_encoding = field(r, "message_encoding")};
      if (field(r, "schema_id") != "0") channel.schema = schemas.at(field(r, "schema_id"));
      channel.metadata = field_value(r, "metadata").get<std::map<std::string, std::string>>();
      channels[field(r, "id")] = writer->add_channel(channel).value();
    } else if (r["type"] == "Message") {
      const auto data = data_of(field_value(r, "data"));
      writer
          ->write(channels.at(field(r, "channel_id")), time_field(r, "log_time"), time_field(r, "publish_time"),
                  static_cast<uint32_t>(std::stoul(field(r, "sequence"))), data)
          .value();
    } else if (r["type"] == "Attachment") {
      writer
          ->write_attachment({.name = field(r, "name"),
                              .media_type = field(r, "media_type"),
                              .log_time = time_field(r, "log_time"),
                              .create_time = time_field(r, "create_time"),
                              .data = data_of(field_value(r, "data"))})
          .value();
    } else if (r["type"] == "Metadata") {
      writer
          ->write_metadata({.name = field(r, "name"),
                            .values = field_value(r, "metadata").get<std::map<std::string, std::string>>()})
          .value();
    }
  }
  writer->close().value();
  return out;
}

TEST_F(Conformance, TheWriterReproducesEveryVariantWithoutPadding) {
  int written = 0;
  for (const Case& c : cases()) {
    if (c.features.contains("pad")) continue;  // fields of a future version; no writer can reproduce them
    ASSERT_EQ(rewrite(c), c.bytes) << c.name;
    ++written;
  }
  EXPECT_EQ(written, 208);
}

}  // namespace
}  // namespace gs::logio
