// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/workspace.h"

#include <algorithm>

#include "gs/core/folders/leftovers.h"
#include "gs/core/hash/md5.h"
#include "gs/core/json/json.h"
#include "gs/core/json/json_writer.h"

namespace gs::builder {
namespace {

// Names and folders of the steps, by value of Step.
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
    {"actor_builder", "07_actors"},
}};
const StepRow& row_of(Step step) { return kSteps[static_cast<std::size_t>(step)]; }

constexpr std::string_view kListKind = "step of gs-world-builder";

// Workspaces of older versions have no mark; they are recognised by request.json and stamps/.
OwnedFolderKind workspace_kind() {
  return {.name = "workspace of gs-world-builder", .is_older = [](const fs::path& root) {
            std::error_code ignored;
            return fs::is_regular_file(root / "request.json", ignored) && fs::is_directory(root / "stamps", ignored);
          }};
}

fs::path stamp_of(const fs::path& root, Step step) { return root / "stamps" / format("{}.json", to_string(step)); }

}  // namespace

std::string_view to_string(Step step) { return row_of(step).name; }
std::string_view folder_of(Step step) { return row_of(step).folder; }

std::optional<Step> find_step(std::string_view name) {
  for (std::size_t i = 0; i < kStepCount; ++i) {
    if (kSteps[i].name == name) return static_cast<Step>(i);
  }
  return std::nullopt;
}

Result<Workspace> Workspace::open(const fs::path& root, const WorkspaceOptions& options) {
  if (!options.create && !is_owned_folder(root, workspace_kind())) {
    return fail(ErrorCode::not_found, "{} is not a workspace of gs-world-builder", root.string())
        .with_hint("give --workspace DIR with the folder that gs-world-builder build printed");
  }
  GS_TRY(OwnedFolder owned, OwnedFolder::open(root, workspace_kind()));
  std::error_code error;
  fs::create_directories(root / "stamps", error);
  if (error) return system_error("creating the workspace", root, error.value());
  Workspace workspace(std::move(owned), options);
  // Temporary files and folders of a killed build.
  for (const fs::path& folder : {root, root / "stamps"}) {
    const std::vector<std::string> notes = clear_leftovers(find_leftovers_in(folder));
    workspace.notes_.insert(workspace.notes_.end(), notes.begin(), notes.end());
  }
  return workspace;
}

Result<void> Workspace::check(const fs::path& root) { return check_ownable(root, workspace_kind()); }

fs::path Workspace::stamp_path(Step step) const { return stamp_of(root(), step); }
fs::path Workspace::list_path(Step step) const { return root() / "stamps" / format("{}.files.json", to_string(step)); }

// Compares the folder with the list of files that set_finished() wrote.
Result<void> Workspace::check_edits(Step step) const {
  std::error_code ignored;
  if (options_.discard_edits || !fs::exists(list_path(step), ignored) || !fs::exists(folder(step), ignored)) return {};
  GS_TRY(const std::string text, read_text_file(list_path(step), kOwnFile.max_bytes));
  GS_TRY(const FileList list, parse_file_list(text, kListKind).with_context(list_path(step).string()));
  GS_TRY(const FolderChanges changes, changes_since(list, folder(step)));
  if (changes.empty()) return {};
  return fail(ErrorCode::already_exists,
              "{} would run again, but files were added to its results or changed: {}; in {}", to_string(step),
              to_string(changes), folder(step).string())
      .with_hint("move these files elsewhere, or delete them with --discard-edits");
}

Result<OutputFolder> Workspace::new_folder(Step step) const {
  GS_TRY(const Replacement permission, owned_.may_replace_inside(folder(step)));
  return OutputFolder::create(permission);
}

Result<void> Workspace::remove_folder(Step step) const {
  GS_TRY(const Replacement permission, owned_.may_replace_inside(folder(step)));
  return gs::remove_folder(permission);
}

Result<std::vector<fs::path>> Workspace::remove() {
  std::vector<fs::path> kept;
  std::error_code ignored;
  // Results that a user has edited stay.
  for (std::size_t i = 0; i < kStepCount; ++i) {
    const Step step = static_cast<Step>(i);
    if (!check_edits(step)) continue;
    GS_CHECK(remove_folder(step));
    set_unfinished(step);
  }
  // Remaining files of the builder, then the folder itself if it is empty.
  for (const char* name : {"stamps", "request.json", "build_report.json", "report.html"})
    fs::remove(root() / name, ignored);
  if (owned_.remove_if_empty()) return kept;
  for (const auto& entry : fs::directory_iterator(root(), ignored)) {
    const fs::path name = entry.path().filename();
    if (name != kFolderMark && name != "stamps") kept.push_back(entry.path());
  }
  return kept;
}

std::optional<StepRecord> Workspace::finished(Step step) const { return finished_step(root(), step); }

// A stamp without its folder does not count.
std::optional<StepRecord> finished_step(const fs::path& workspace, Step step) {
  std::error_code ignored;
  if (!fs::is_directory(workspace / folder_of(step), ignored)) return std::nullopt;
  const auto node = read_json(stamp_of(workspace, step));
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
  std::error_code ignored;
  if (fs::exists(folder(step), ignored)) {  // a step without results has no folder
    // Size and modification time of each file, to detect edits later.
    GS_TRY(const FileList files, list_files(folder(step)));
    GS_CHECK(write_json_file(list_path(step), write_file_list(kListKind, files), kOwnFile));
  }
  return write_file(stamp_path(step), std::move(json.end_object()).take());
}

void Workspace::set_unfinished(Step step) const {
  std::error_code ignored;
  fs::remove(stamp_path(step), ignored);
  fs::remove(list_path(step), ignored);
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
    // First and last 64 kB: headers and index of a log change with its content.
    const std::size_t end = std::min<std::size_t>(bytes.size(), 64 << 10);
    const auto changed = fs::last_write_time(file, error).time_since_epoch().count();
    md5.update(as_bytes(format("{} {} {}\n", file.filename().string(), bytes.size(), changed)));
    md5.update(bytes.first(end));
    md5.update(bytes.last(end));
  }
  return to_hex(md5.digest());
}

}  // namespace gs::builder
