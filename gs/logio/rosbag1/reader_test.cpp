// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// ROS 1 bags: order, filters, every truncation, flipped bits, damaged chunks.
#include "gs/logio/rosbag1/reader.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "gs/logio/rosbag1/index.h"
#include "gs/logio/rosbag1/testing/test_bags.h"

namespace gs::logio {
namespace {

using testing::bag_of;
using testing::Message;
using testing::read_all;
using ::testing::SizeIs;

// Messages of two topics with ascending times per topic, and texts that compress a little.
std::vector<Message> some_messages(int count) {
  std::vector<Message> messages;
  for (int i = 0; i < count; ++i) {
    messages.push_back(
        {i % 3 == 0 ? "/a" : "/b", 1'000'000'000ll + i * 10'000'000,
         "message number " + std::to_string(i) + std::string(static_cast<std::size_t>(i % 7) * 20, 'x')});
  }
  return messages;
}

constexpr Codec kCodecs[] = {Codec::none, Codec::lz4, Codec::bz2};

TEST(Rosbag1, ReadsBackWhatWasWritten) {
  for (const Codec codec : kCodecs) {
    // One message per chunk, several, and all in one chunk.
    for (const uint32_t chunk_bytes : {1u, 300u, 1u << 20}) {
      const auto messages = some_messages(50);
      const auto bag = bag_of(messages, {.codec = codec, .chunk_bytes = chunk_bytes});
      Problems problems;
      EXPECT_EQ(read_all(bag, problems), messages) << to_string(codec) << " " << chunk_bytes;
      EXPECT_TRUE(problems.empty());
    }
  }
}

TEST(Rosbag1, InfoComesFromTheIndex) {
  const auto bag = bag_of(some_messages(50), {.codec = Codec::lz4, .chunk_bytes = 300});
  Problems problems;
  const auto reader = read_rosbag1(bag, "made.bag", problems);
  ASSERT_TRUE(reader);
  const LogInfo& info = (*reader)->info();
  EXPECT_EQ(info.format, "rosbag1");
  EXPECT_TRUE(info.indexed);
  EXPECT_EQ(info.message_count, 50u);
  EXPECT_EQ(info.start, (Timestamp{1'000'000'000}));
  EXPECT_EQ(info.end, (Timestamp{1'490'000'000}));
  EXPECT_EQ(info.chunks_by_compression.at("lz4"), info.chunk_count);
  ASSERT_THAT((*reader)->channels(), SizeIs(2));
  EXPECT_EQ((*reader)->channels()[0].metadata.at("latching"), "1");
  EXPECT_EQ((*reader)->channels()[0].schema.data, "string data\n");
  EXPECT_EQ(info.channels[0].message_count, 17u);
}

TEST(Rosbag1, TimeOrderIsStableAcrossOverlappingChunks) {
  // Every chunk holds one message; times go up and down, and some are equal.
  std::vector<Message> messages;
  for (int i = 0; i < 60; ++i) messages.push_back({"/a", 1'000 + (i * 37) % 20, std::to_string(i)});
  auto expected = messages;
  std::ranges::stable_sort(expected, {}, &Message::time_ns);
  for (const Codec codec : kCodecs) {
    for (const uint32_t chunk_bytes : {1u, 200u, 900u, 1u << 20}) {
      const auto bag = bag_of(messages, {.codec = codec, .chunk_bytes = chunk_bytes});
      for (const int threads : {1, 3}) {
        for (const uint64_t bound : {uint64_t{1}, uint64_t{1} << 30}) {
          Problems problems;
          const ReadOptions options{.threads = threads, .max_buffered_bytes = bound};
          EXPECT_EQ(read_all(bag, problems, options), expected) << chunk_bytes << " " << threads << " " << bound;
          EXPECT_TRUE(problems.empty());
        }
      }
      Problems problems;
      EXPECT_EQ(read_all(bag, problems, {.order = Order::file}), messages);
    }
  }
}

TEST(Rosbag1, FiltersByTopicAndTime) {
  const auto messages = some_messages(80);
  const Timestamp begin{1'200'000'000}, end{1'500'000'000};
  std::vector<Message> expected;
  for (const Message& message : messages) {
    if (message.topic == "/a" && message.time_ns >= begin.ns && message.time_ns < end.ns) expected.push_back(message);
  }
  for (const Codec codec : kCodecs) {
    const auto bag = bag_of(messages, {.codec = codec, .chunk_bytes = 300});
    Problems problems;
    EXPECT_EQ(read_all(bag, problems, {.topics = {"/a"}, .begin = begin, .end = end}), expected);
    EXPECT_TRUE(problems.empty());
  }
}

TEST(Rosbag1, AnUnknownTopicIsAnError) {
  const auto bag = bag_of(some_messages(3), {});
  Problems problems;
  const auto reader = read_rosbag1(bag, "made.bag", problems);
  const auto stream = (*reader)->read({.topics = {"/c"}}, problems);
  ASSERT_FALSE(stream);
  EXPECT_EQ(stream.error().code, ErrorCode::topic_not_found);
}

TEST(Rosbag1, EveryTruncationKeepsTheCompleteMessagesBeforeIt) {
  const auto messages = some_messages(40);
  const auto bag = bag_of(messages, {.chunk_bytes = 500});
  // End offset of each message, found by its unique text.
  std::vector<std::size_t> ends;
  const std::string_view text = as_text(bag);
  for (const Message& message : messages) ends.push_back(text.find(message.data) + message.data.size());
  // The file header takes the first 4117 bytes; fewer cuts are enough there.
  for (std::size_t size = 0; size < bag.size(); size += size < 4100 ? 50 : 1) {
    Problems problems;
    const auto got = read_all(Bytes(bag).first(size), problems);
    const auto complete = static_cast<std::size_t>(std::ranges::count_if(ends, [&](auto end) { return end <= size; }));
    ASSERT_GE(got.size(), complete) << size;
    ASSERT_TRUE(std::equal(got.begin(), got.begin() + static_cast<std::ptrdiff_t>(complete), messages.begin()));
  }
}

TEST(Rosbag1, EveryTruncationOfCompressedBagsKeepsTheChunksBeforeIt) {
  const auto messages = some_messages(40);
  for (const Codec codec : {Codec::lz4, Codec::bz2}) {
    const auto bag = bag_of(messages, {.codec = codec, .chunk_bytes = 500});
    const auto index = rosbag1::read_index(bag);
    ASSERT_TRUE(index);
    // Only chunks that end before the cut are guaranteed; a cut chunk may give more.
    for (std::size_t size = 4117; size < bag.size(); size += 3) {
      uint64_t complete = 0;
      for (const auto& chunk : index->chunks) {
        if (chunk.data_offset + chunk.stored_bytes <= size) complete += chunk.message_count();
      }
      Problems problems;
      const auto got = read_all(Bytes(bag).first(size), problems);
      ASSERT_GE(got.size(), complete) << size;
      ASSERT_TRUE(std::equal(got.begin(), got.begin() + static_cast<std::ptrdiff_t>(complete), messages.begin()));
    }
  }
}

TEST(Rosbag1, BitFlipsNeitherCrashNorStopTheReader) {
  const auto messages = some_messages(60);
  for (const Codec codec : kCodecs) {
    auto bag = bag_of(messages, {.codec = codec, .chunk_bytes = 400});
    // Behind the magic of 13 bytes; the padded file header is sampled less densely.
    for (std::size_t bit = 13 * 8; bit < bag.size() * 8; bit += (bit < 4100 * 8 ? 331 : 37)) {
      bag[bit / 8] ^= static_cast<std::byte>(1u << (bit % 8));
      Problems problems;
      const auto got = read_all(bag, problems);
      EXPECT_GE(got.size() + problems.total(), 1u);
      bag[bit / 8] ^= static_cast<std::byte>(1u << (bit % 8));
    }
  }
}

TEST(Rosbag1, GoesOnBehindADamagedMessageByTheIndex) {
  const auto messages = some_messages(20);
  auto bag = bag_of(messages, {});  // one chunk
  const std::size_t place = as_text(bag).find(messages[5].data);
  std::memset(bag.data() + place - 20, 0xFF, 20);  // its header and length
  Problems problems;
  const auto got = read_all(bag, problems);
  EXPECT_THAT(got, SizeIs(19));
  EXPECT_TRUE(problems.has_errors());
  EXPECT_EQ(got.back(), messages.back());
}

// A chunk that states 4 GiB in a file of some kilobytes must not cause an allocation of that size.
TEST(Rosbag1, ACutChunkCostsNoMoreMemoryThanItsBytesCanHold) {
  auto bag = bag_of(some_messages(60), {.codec = Codec::lz4});
  const auto chunk = rosbag1::read_index(bag)->chunks.at(0);
  const std::size_t size_at = as_text(bag).find("size=", chunk.position);
  std::memset(bag.data() + size_at + 5, 0xFF, 4);
  bag.resize(chunk.data_offset + chunk.stored_bytes / 2);
  rosbag1::ChunkRef cut = rosbag1::read_chunk_ref(bag, chunk.position).value();
  EXPECT_TRUE(cut.cut);
  Decoder decoder;
  Buffer buffer;
  EXPECT_TRUE(rosbag1::decode_chunk(bag, cut, decoder, buffer).damage);
  EXPECT_LE(buffer.capacity(), cut.stored_bytes * 256);
}

TEST(Rosbag1, ADamagedChunkIsSkippedAndReported) {
  const auto messages = some_messages(60);
  auto bag = bag_of(messages, {.codec = Codec::lz4, .chunk_bytes = 1000});
  const auto index = rosbag1::read_index(bag);
  ASSERT_GE(index->chunks.size(), 3u);
  const auto& second = index->chunks[1];
  // Destroys the LZ4 header of the second chunk.
  std::memset(bag.data() + second.data_offset, 0, 16);
  Problems problems;
  const auto got = read_all(bag, problems);
  EXPECT_EQ(got.size(), messages.size() - second.message_count());
  ASSERT_TRUE(problems.has_errors());
  EXPECT_EQ(problems.all()[0].place, rosbag1::at_offset(second.position));
}

// Bag of one LZ4 chunk with a flipped bit in a literal: it decodes, but the checksum is wrong.
std::vector<std::byte> bag_with_flipped_literal(const std::vector<Message>& messages, std::string_view literal) {
  auto bag = bag_of(messages, {.codec = Codec::lz4});
  const std::size_t at = as_text(bag).find(literal);
  EXPECT_NE(at, std::string_view::npos);
  bag[at] ^= std::byte{1};
  return bag;
}

TEST(Rosbag1, SkipsAChunkWithAWrongChecksumUnlessSalvaging) {
  auto messages = some_messages(60);
  messages[30].data = "qwertyuiop";
  const auto bag = bag_with_flipped_literal(messages, "qwertyuiop");
  Problems problems;
  EXPECT_THAT(read_all(bag, problems), SizeIs(0));
  ASSERT_EQ(problems.total(), 1u);
  EXPECT_THAT(problems.all()[0].message, ::testing::HasSubstr("the chunk with its 60 messages is skipped"));

  messages[30].data[0] ^= 1;
  Problems salvaged;
  EXPECT_EQ(read_all(bag, salvaged, {.salvage = true}), messages);
  EXPECT_TRUE(salvaged.has_errors());
}

// Programs that write a log read whole chunks; otherwise a flipped bit would get a new, correct checksum.
TEST(Rosbag1, WholeChunksAreVerifiedAlsoWhereTheIndexWouldDo) {
  auto messages = some_messages(60);
  messages[0] = {"/first", 1, "qwertyuiop"};
  const auto bag = bag_with_flipped_literal(messages, "qwertyuiop");
  Problems picked, whole;
  EXPECT_THAT(read_all(bag, picked, {.topics = {"/first"}}), SizeIs(1));
  EXPECT_THAT(read_all(bag, whole, {.topics = {"/first"}, .whole_chunks = true}), SizeIs(0));
  EXPECT_TRUE(whole.has_errors());
}

// Otherwise each chunk info of 60 bytes would cost a decoded chunk and deliver its messages again.
TEST(Rosbag1, AChunkThatTheIndexNamesTwiceIsReadOnce) {
  const auto messages = some_messages(20);
  auto bag = bag_of(messages, {.codec = Codec::lz4});
  // The chunk info is the last record.
  const auto index_position = rosbag1::read_index(bag)->chunks.at(0).index_offset;
  std::size_t last = 0;
  for (std::size_t at = index_position; at < bag.size();) {
    last = at;
    at = rosbag1::read_record(bag, at)->end;
  }
  const std::vector<std::byte> info(bag.begin() + static_cast<std::ptrdiff_t>(last), bag.end());
  bag.insert(bag.end(), info.begin(), info.end());
  bag[as_text(bag).find("chunk_count=") + 12] = std::byte{2};
  Problems problems;
  EXPECT_EQ(read_all(bag, problems), messages);
  ASSERT_FALSE(problems.empty());
  EXPECT_THAT(problems.all()[0].message, ::testing::HasSubstr("more than once"));
}

TEST(Rosbag1, SaysWhatIsNoBag) {
  Problems problems;
  const auto text = read_rosbag1(as_bytes("hello"), "x.bag", problems);
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error().code, ErrorCode::corrupt);
  const auto old = read_rosbag1(as_bytes("#ROSBAG V1.2\n"), "x.bag", problems);
  ASSERT_FALSE(old);
  EXPECT_EQ(old.error().code, ErrorCode::unsupported);
}

TEST(Rosbag1, WriterRefusesWhatABagCannotHold) {
  const TemporaryFolder folder;
  auto writer = create_rosbag1(folder / "a.bag", {});
  ASSERT_TRUE(writer);
  auto channel = testing::string_channel("/a");
  ASSERT_TRUE((*writer)->add_channel(channel));
  channel.message_encoding = "cdr";
  EXPECT_EQ((*writer)->add_channel(channel).error().code, ErrorCode::unsupported);
  EXPECT_FALSE((*writer)->write(0, {-1}, {-1}, 0, {}));
  EXPECT_FALSE((*writer)->write(7, {1}, {1}, 0, {}));
  EXPECT_EQ((*writer)->write_metadata({}).error().code, ErrorCode::unsupported);
  writer = fail(ErrorCode::internal, "dropped without close");
  EXPECT_TRUE(fs::is_empty(folder.path()));
}

}  // namespace
}  // namespace gs::logio
