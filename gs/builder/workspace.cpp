// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/workspace.h"

#include <algorithm>

#include "gs/core/hash/md5.h"
#include "gs/core/json_writer.h"
#include "gs/world/json_document.h"

namespace gs {
namespace {

struct StepRow {
  std::string_view name, folder;
};
constexpr std::array<StepRow, kStepCount> kSteps{{
    {"mcap_ingest", "00_mcap_ingest"},
    {"calibration_builder", "01_calibration"},
    {"drivesim_dataset_converter", "02_drivesim_dataset"},
    {"gs_train_orchestrator", "03_gs_training"},
    {"gs_exporter", "04_gs_export"},
    {"geometry_builder", "05_geometry"},
    {"world_bundle_packer", "06_world_bundle"},
}};
const StepRow& row_of(Step step) { return kSteps[static_cast<std::size_t>(step)]; }

// Temporary names of AtomicFolder and AtomicFile: ".00_mcap_ingest.tmp-PID-N".
void remove_leftovers(const fs::path& root) {
  std::vector<fs::path> old;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(root, ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with('.') && name.find(".tmp-") != std::string::npos) old.push_back(entry.path());
  }
  for (const fs::path& path : old) fs::remove_all(path, ignored);
}

}  // namespace

std::string_view to_string(Step step) { return row_of(step).name; }
std::string_view folder_of(Step step) { return row_of(step).folder; }

std::optional<Step> find_step(std::string_view name) {
  for (std::size_t i = 0; i < kStepCount; ++i) {
    if (kSteps[i].name == name) return static_cast<Step>(i);
  }
  return std::nullopt;
}

Result<Workspace> Workspace::open(const fs::path& root) {
  std::error_code error;
  fs::create_directories(root / "stamps", error);
  if (error) return system_error("creating the workspace", root, error.value());
  remove_leftovers(root);
  return Workspace(root);
}

fs::path Workspace::stamp_path(Step step) const { return root_ / "stamps" / format("{}.json", to_string(step)); }

std::optional<StepRecord> Workspace::finished(Step step) const {
  std::error_code ignored;
  if (!fs::is_directory(folder(step), ignored)) return std::nullopt;
  const auto node = read_json(stamp_path(step));
  if (!node || node->find("key") == nullptr) return std::nullopt;
  StepRecord record{.key = node->find("key")->text};
  if (const Node* seconds = node->find("seconds")) record.seconds = seconds->real;
  if (const Node* warnings = node->find("warnings")) {
    for (const Node& warning : warnings->items) record.warnings.push_back(warning.text);
  }
  return record;
}

Result<void> Workspace::set_finished(Step step, const StepRecord& record) const {
  JsonWriter json;
  json.begin_object().field("key", record.key).field("seconds", record.seconds).field("warnings", record.warnings);
  return write_file(stamp_path(step), std::move(json.end_object()).take());
}
void Workspace::set_unfinished(Step step) const {
  std::error_code ignored;
  fs::remove(stamp_path(step), ignored);
}

Result<std::string> quick_identity(const fs::path& log) {
  std::vector<fs::path> files;
  std::error_code error;
  if (fs::is_directory(log, error)) {
    for (const auto& entry : fs::directory_iterator(log, error)) {
      if (entry.is_regular_file(error)) files.push_back(entry.path());
    }
    std::ranges::sort(files);
  } else {
    files.push_back(log);
  }
  Md5 md5;
  for (const fs::path& file : files) {
    GS_TRY(const MappedFile map, MappedFile::open(file, MappedFile::Access::random));
    const Bytes bytes = map.bytes();
    const std::size_t end = std::min<std::size_t>(bytes.size(), 64 << 10);
    const auto changed = fs::last_write_time(file, error).time_since_epoch().count();
    md5.update(as_bytes(format("{} {} {}\n", file.filename().string(), bytes.size(), changed)));
    md5.update(bytes.first(end));
    md5.update(bytes.last(end));
  }
  return to_hex(md5.digest());
}

}  // namespace gs
