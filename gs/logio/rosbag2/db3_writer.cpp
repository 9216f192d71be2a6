// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/rosbag2/db3_writer.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>
#include <set>

#include "gs/core/folders/output_folder.h"
#include "gs/logio/rosbag2/bag_metadata.h"
#include "gs/logio/rosbag2/sqlite.h"

namespace gs::logio {
namespace rosbag2 {
namespace {

// The file has a temporary name until it is complete, so SQLite needs no journal for it.
constexpr const char* kSchema = R"(
PRAGMA journal_mode=OFF;
PRAGMA synchronous=OFF;
CREATE TABLE schema(schema_version INTEGER PRIMARY KEY, ros_distro TEXT NOT NULL);
CREATE TABLE metadata(id INTEGER PRIMARY KEY, metadata_version INTEGER NOT NULL, metadata TEXT NOT NULL);
CREATE TABLE topics(id INTEGER PRIMARY KEY, name TEXT NOT NULL, type TEXT NOT NULL, serialization_format TEXT NOT NULL,
  offered_qos_profiles TEXT NOT NULL, type_description_hash TEXT NOT NULL);
CREATE TABLE message_definitions(id INTEGER PRIMARY KEY, topic_type TEXT NOT NULL, encoding TEXT NOT NULL,
  encoded_message_definition TEXT NOT NULL, type_description_hash TEXT NOT NULL);
CREATE TABLE messages(id INTEGER PRIMARY KEY, topic_id INTEGER NOT NULL, timestamp INTEGER NOT NULL, data BLOB NOT NULL);
BEGIN;
)";
// Commit after this many bytes, to limit memory.
constexpr uint64_t kTransactionBytes = 32u << 20;
// Suffixes of the files that SQLite keeps beside a database.
constexpr std::array<std::string_view, 3> kJournalEndings = {"-wal", "-shm", "-journal"};

// Existing journals of a database.
std::vector<fs::path> journals_of(const fs::path& database) {
  std::vector<fs::path> found;
  std::error_code ignored;
  for (const std::string_view ending : kJournalEndings) {
    const fs::path path = database.string() + std::string(ending);
    if (fs::exists(path, ignored)) found.push_back(path);
  }
  return found;
}

// Files of a rosbag2 folder: metadata.yaml, the files it lists, and their journals. Only such a folder may be replaced.
Result<FileList> files_of_bag(const fs::path& folder) {
  GS_TRY(const std::string yaml, read_text_file(folder / "metadata.yaml", 16u << 20));
  const std::vector<std::string> listed = listed_files(yaml);
  if (listed.empty()) return fail(ErrorCode::invalid_data, "metadata.yaml lists no file");
  FileList files{{.path = "metadata.yaml", .any_contents = true}};
  for (const std::string& name : listed) {
    files.push_back({.path = name, .any_contents = true});
    for (const std::string_view ending : kJournalEndings) {
      files.push_back({.path = name + std::string(ending), .any_contents = true});
    }
  }
  return files;
}
FolderKind bag_kind() { return {.name = "rosbag2 folder", .files = files_of_bag}; }

Result<OutputFolder> create_bag_folder(const fs::path& target, bool replace) {
  GS_TRY(const Replacement permission, may_replace(target, bag_kind(), {.force = replace}));
  return OutputFolder::create(permission);
}

// A single file is written in a temporary folder beside its target.
Result<OutputFolder> create_file_folder(const fs::path& target, bool replace) {
  GS_CHECK(may_overwrite(target, replace));
  std::error_code ignored;
  const std::vector<fs::path> journals = journals_of(target);
  if (!journals.empty() && !fs::exists(target, ignored)) {
    return fail(ErrorCode::already_exists, "SQLite would read {} as part of the new database", journals[0].string())
        .with_hint("choose another output, or move that file away");
  }
  return OutputFolder::scratch_beside(target);
}

// Flushes a file to disk.
Result<void> make_durable(const fs::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return system_error("cannot open", path, errno);
  const bool synced = ::fsync(descriptor) == 0;
  const int error = errno;
  ::close(descriptor);
  if (!synced) return system_error("cannot make durable", path, error);
  return {};
}

// Writes rows in transactions; the time index is created in close().
class Db3Writer final : public LogWriter {
 public:
  Db3Writer(fs::path target, OutputFolder folder, const Rosbag2WriterOptions& options)
      : target_(std::move(target)), folder_(std::move(folder)), single_(target_.extension() == ".db3") {
    metadata_.ros_distro = options.ros_distro;
    metadata_.file_name = single_ ? target_.filename().string() : target_.filename().string() + "_0.db3";
  }

  Result<void> begin() {
    file_ = folder_->path() / metadata_.file_name;
    GS_TRY(Database database, Database::create(file_));
    database_.emplace(std::move(database));
    GS_CHECK(database_->run(kSchema));
    GS_TRY(Statement insert, database_->prepare("INSERT INTO messages(topic_id, timestamp, data) VALUES(?1, ?2, ?3)"));
    insert_.emplace(std::move(insert));
    return {};
  }

  Result<uint32_t> add_channel(const LogChannel& channel) override {
    if (channel.message_encoding != "cdr") {
      return fail(ErrorCode::unsupported, "a rosbag2 database holds 'cdr' messages, not '{}': {}",
                  channel.message_encoding, channel.topic);
    }
    metadata_.channels.push_back(channel);
    metadata_.counts.push_back(0);
    const auto id = static_cast<uint32_t>(metadata_.channels.size() - 1);
    // Topic ids begin with 1, as rosbag2 writes them.
    const auto qos = channel.metadata.find("offered_qos_profiles");
    const auto hash = channel.metadata.find("topic_type_hash");
    const std::string hash_text = hash == channel.metadata.end() ? "" : hash->second;
    GS_TRY(Statement topic, database_->prepare("INSERT INTO topics VALUES(?1, ?2, ?3, 'cdr', ?4, ?5)"));
    topic.bind(1, static_cast<int64_t>(id) + 1);
    topic.bind(2, channel.topic);
    topic.bind(3, channel.schema.name);
    topic.bind(4, qos == channel.metadata.end() ? std::string_view("") : std::string_view(qos->second));
    topic.bind(5, hash_text);
    GS_CHECK(topic.run());
    // One definition per type; rosbag2 writes "unknown" if it has none.
    if (!defined_.insert(channel.schema.name).second) return id;
    GS_TRY(Statement definition, database_->prepare("INSERT INTO message_definitions(topic_type, encoding, "
                                                    "encoded_message_definition, type_description_hash) "
                                                    "VALUES(?1, ?2, ?3, ?4)"));
    definition.bind(1, channel.schema.name);
    definition.bind(2, channel.schema.encoding.empty() ? std::string_view("unknown") : channel.schema.encoding);
    definition.bind(3, channel.schema.data);
    definition.bind(4, hash_text);
    GS_CHECK(definition.run());
    return id;
  }

  Result<void> write(uint32_t channel_id, Timestamp log_time, Timestamp, uint32_t, Bytes data) override {
    if (channel_id >= metadata_.channels.size())
      return fail(ErrorCode::invalid_argument, "channel {} was not added to this recording", channel_id);
    insert_->bind(1, static_cast<int64_t>(channel_id) + 1);
    insert_->bind(2, log_time.ns);
    insert_->bind(3, data);
    GS_CHECK(insert_->run());
    insert_->reset();
    ++metadata_.counts[channel_id];
    metadata_.start = std::min(metadata_.start.value_or(log_time), log_time);
    metadata_.end = std::max(metadata_.end.value_or(log_time), log_time);
    // 64 bytes: estimated overhead of a row.
    pending_bytes_ += data.size() + 64;
    if (pending_bytes_ < kTransactionBytes) return {};
    pending_bytes_ = 0;
    return database_->run("COMMIT; BEGIN;");
  }

  Result<void> write_attachment(const LogAttachment& attachment) override {
    return fail(ErrorCode::unsupported, "a rosbag2 database has no attachments: '{}'", attachment.name);
  }
  Result<void> write_metadata(const LogMetadata& metadata) override {
    return fail(ErrorCode::unsupported, "a rosbag2 database has no metadata records: '{}'", metadata.name);
  }

  Result<void> close() override {
    // The index is created at the end, which is faster than updating it with every row.
    const std::string yaml = metadata_yaml(metadata_);
    GS_CHECK(write_tables(yaml));
    GS_CHECK(database_->run("CREATE INDEX timestamp_idx ON messages (timestamp ASC); COMMIT;"));
    insert_.reset();
    database_.reset();
    GS_CHECK(make_durable(file_));
    if (single_) return publish_file();
    GS_CHECK(write_file(folder_->path() / "metadata.yaml", yaml));
    return folder_->commit();
  }

 private:
  // Schema version and metadata tables.
  Result<void> write_tables(const std::string& yaml) {
    GS_TRY(Statement version, database_->prepare("INSERT INTO schema VALUES(4, ?1)"));
    version.bind(1, metadata_.ros_distro);
    GS_CHECK(version.run());
    GS_TRY(Statement text, database_->prepare("INSERT INTO metadata(metadata_version, metadata) VALUES(?1, ?2)"));
    text.bind(1, int64_t{kMetadataVersion});
    text.bind(2, yaml);
    return text.run();
  }

  // Moves the finished file to its target. SQLite would read the journals of the replaced database as part of the new
  // one, so they are removed with it.
  Result<void> publish_file() {
    std::error_code error;
    for (const fs::path& journal : journals_of(target_)) {
      fs::rename(journal, folder_->path() / journal.filename(), error);
      if (error) return put_journals_back(system_error("cannot move aside", journal, error.value()));
    }
    fs::rename(file_, target_, error);
    if (error) return put_journals_back(system_error("cannot rename to", target_, error.value()));
    folder_.reset();
    return {};
  }
  // Undoes publish_file() after a failure and returns its reason.
  Error put_journals_back(Error reason) const {
    std::error_code ignored;
    for (const std::string_view ending : kJournalEndings) {
      const std::string name = target_.filename().string() + std::string(ending);
      if (fs::exists(folder_->path() / name, ignored)) {
        fs::rename(folder_->path() / name, target_.parent_path() / name, ignored);
      }
    }
    return reason;
  }

  fs::path target_;
  std::optional<OutputFolder> folder_;  // the bag folder, or the temporary folder of a single file
  bool single_;
  fs::path file_;
  std::optional<Database> database_;
  std::optional<Statement> insert_;
  std::set<std::string> defined_;  // types with a definition stored
  BagMetadata metadata_;
  uint64_t pending_bytes_ = 0;
};

}  // namespace
}  // namespace rosbag2

Result<std::unique_ptr<LogWriter>> create_rosbag2(const fs::path& path, const Rosbag2WriterOptions& options) {
  // "bag/" names the folder bag.
  const fs::path target = path.filename().empty() ? path.parent_path() : path;
  const bool single = target.extension() == ".db3";
  GS_TRY(OutputFolder folder, single ? rosbag2::create_file_folder(target, options.replace)
                                     : rosbag2::create_bag_folder(target, options.replace));
  auto writer = std::make_unique<rosbag2::Db3Writer>(target, std::move(folder), options);
  GS_CHECK(writer->begin());
  return writer;
}

}  // namespace gs::logio
