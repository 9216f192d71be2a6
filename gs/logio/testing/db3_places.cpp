// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Finds the pages of an SQLite file that hold each message (https://www.sqlite.org/fileformat2.html,
// sections 1.3, 1.6).
#include <map>
#include <memory>
#include <set>

#include "gs/logio/rosbag2/sqlite.h"
#include "gs/logio/testing/message_places.h"

namespace gs::logio::testing {
namespace {

uint64_t big_endian(Bytes bytes) {
  uint64_t value = 0;
  for (const std::byte b : bytes) value = value << 8 | static_cast<uint64_t>(b);
  return value;
}

// SQLite's variable-length integer: seven bits per byte, eight in the ninth.
uint64_t read_varint(const std::byte*& at) {
  uint64_t value = 0;
  for (int i = 0; i < 9; ++i) {
    const auto byte = static_cast<uint64_t>(*at++);
    if (i == 8) return value << 8 | byte;
    value = value << 7 | (byte & 0x7F);
    if (byte < 0x80) break;
  }
  return value;
}

// Walks over the B-tree pages of a table and an index.
class PageWalk {
 public:
  explicit PageWalk(Bytes file) : file_(file), page_bytes_(big_endian(file.subspan(16, 2))) {
    if (page_bytes_ == 1) page_bytes_ = 65536;
    usable_bytes_ = page_bytes_ - static_cast<uint64_t>(file[20]);
  }

  uint64_t page_bytes() const { return page_bytes_; }
  // All pages of the tables and indexes walked so far.
  const std::set<uint64_t>& visited() const { return visited_; }
  // Pages of each row, with its B-tree ancestors, by rowid.
  std::map<int64_t, std::set<uint64_t>> rows;

  // Table B-tree: 0x0D is a leaf page; interior pages hold child page numbers.
  void table(uint64_t page, std::set<uint64_t> path = {}) {
    path.insert(page);
    visited_.insert(page);
    const Bytes bytes = page_of(page);
    const std::size_t head = page == 1 ? 100 : 0;
    const bool leaf = bytes[head] == std::byte{0x0D};
    const uint64_t cells = big_endian(bytes.subspan(head + 3, 2));
    for (uint64_t i = 0; i < cells; ++i) {
      const std::byte* cell = bytes.data() + big_endian(bytes.subspan(head + (leaf ? 8 : 12) + 2 * i, 2));
      if (leaf) {
        row(cell, path);
      } else {
        table(big_endian({cell, 4}), path);
      }
    }
    if (!leaf) table(big_endian(bytes.subspan(head + 8, 4)), path);
  }

  // Index B-tree. Its entries are small, so they have no overflow pages.
  void index(uint64_t page) {
    visited_.insert(page);
    const Bytes bytes = page_of(page);
    if (bytes[0] != std::byte{0x02}) return;
    const uint64_t cells = big_endian(bytes.subspan(3, 2));
    for (uint64_t i = 0; i < cells; ++i) {
      index(big_endian(bytes.subspan(big_endian(bytes.subspan(12 + 2 * i, 2)), 4)));
    }
    index(big_endian(bytes.subspan(8, 4)));
  }

 private:
  Bytes page_of(uint64_t number) const { return file_.subspan((number - 1) * page_bytes_, page_bytes_); }

  // A row whose payload exceeds U - 35 bytes continues on overflow pages (section 1.6).
  void row(const std::byte* cell, std::set<uint64_t> pages) {
    const uint64_t payload = read_varint(cell);
    const auto id = static_cast<int64_t>(read_varint(cell));
    if (payload > usable_bytes_ - 35) {
      const uint64_t least = (usable_bytes_ - 12) * 32 / 255 - 23;
      const uint64_t most = least + (payload - least) % (usable_bytes_ - 4);
      const uint64_t local = most <= usable_bytes_ - 35 ? most : least;
      for (uint64_t page = big_endian({cell + local, 4}); page != 0; page = big_endian(page_of(page).first(4))) {
        pages.insert(page);
        visited_.insert(page);
      }
    }
    rows[id] = std::move(pages);
  }

  Bytes file_;
  uint64_t page_bytes_, usable_bytes_ = 0;
  std::set<uint64_t> visited_;
};

uint64_t root_page(const rosbag2::Database& database, const char* name) {
  auto statement = database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = ?1").value();
  statement.bind(1, std::string_view(name));
  return statement.step().value() ? static_cast<uint64_t>(statement.integer(0)) : 0;
}

}  // namespace

MessagePlaces db3_places(const std::filesystem::path& path, Bytes file) {
  const auto database = rosbag2::Database::open_read_only(path).value();
  // Rows are matched with their pages by id. Pages outside the two trees belong to other tables, which every reader
  // needs.
  auto walk = std::make_shared<PageWalk>(file);
  walk->table(root_page(database, "messages"));
  if (const uint64_t root = root_page(database, "timestamp_idx"); root != 0) walk->index(root);
  MessagePlaces places;
  std::vector<std::set<uint64_t>> pages;
  auto rows =
      database.prepare("SELECT m.id, timestamp, data FROM messages m JOIN topics t ON topic_id = t.id ORDER BY m.id")
          .value();
  while (rows.step().value()) {
    places.messages.push_back(identity_of({rows.integer(1)}, rows.blob(2)));
    pages.push_back(walk->rows.at(rows.integer(0)));
  }
  places.survives = [walk, pages = std::move(pages)](std::size_t message, uint64_t damaged) {
    const uint64_t page = damaged / walk->page_bytes() + 1;
    return walk->visited().contains(page) && !pages[message].contains(page);
  };
  return places;
}

}  // namespace gs::logio::testing
