// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/web/builds/build_view.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <fstream>
#include <optional>
#include <utility>
#include <vector>

#include "gs/core/file.h"
#include "gs/core/format.h"
#include "gs/core/json/json.h"
#include "gs/core/json/json_writer.h"

namespace gs::web {
namespace {

constexpr std::string_view kKind = "workspace of gs-world-builder";
constexpr std::string_view kTraining = "gs_train_orchestrator";
// The steps in the order in which they run.
constexpr std::array<std::string_view, 8> kSteps = {"mcap_ingest",   "calibration_builder",        "geometry_builder",
                                                    "actor_builder", "drivesim_dataset_converter", kTraining,
                                                    "gs_exporter",   "world_bundle_packer"};
constexpr std::array<const char*, 2> kPreviews = {"03_gs_training/preview", "06_world_bundle/preview"};
constexpr const char* kMetrics = "03_gs_training/metrics.json";
constexpr const char* kTrainingReport = "03_gs_training/training_report.json";
constexpr std::size_t kMaxImages = 64;           // of one build
constexpr std::size_t kMaxEvaluations = 10'000;  // of one training
constexpr uint64_t kMaxReportBytes = 256u << 20;

// The file at `name` inside of the workspace; empty if it is missing or lies outside, behind a link.
std::optional<fs::path> inside(const fs::path& workspace, const fs::path& name) {
  std::error_code error;
  const fs::path root = fs::canonical(workspace, error);
  if (error) return std::nullopt;
  const fs::path file = fs::canonical(root / name, error);
  if (error) return std::nullopt;
  const auto [end, ignored] = std::mismatch(root.begin(), root.end(), file.begin(), file.end());
  return end == root.end() ? std::optional(file) : std::nullopt;
}

// A JSON document of the workspace; a null node if it is missing or damaged.
Node document(const fs::path& workspace, const fs::path& name) {
  const auto file = inside(workspace, name);
  if (!file) return {};
  auto read = read_json(*file);
  return read ? std::move(*read) : Node{};
}

// Seconds since the UNIX epoch of the last change; 0 if the file is missing.
double changed_s(const fs::path& file) {
  std::error_code error;
  const auto time = fs::last_write_time(file, error);
  if (error) return 0;
  const auto system = std::chrono::file_clock::to_sys(time).time_since_epoch();
  return std::chrono::duration<double>(system).count();
}

// True if the process that owns the workspace runs and is a builder. Its number may belong to another program now.
bool is_running(const fs::path& workspace) {
  const auto process = document(workspace, "folder.json")["process"].index();
  if (!process) return false;
  std::ifstream file(format("/proc/{}/comm", *process));  // its size is told as 0
  std::string name;
  return std::getline(file, name) && name == "gs-world-builde";  // Linux keeps 15 characters
}

struct StepView {
  std::string_view name, state;
  double seconds = 0;
};

// A step is done when its stamp exists. Of the others the first one runs if the builder does; steps without a stamp
// before a finished one were skipped.
std::vector<StepView> steps_of(const fs::path& workspace, bool running) {
  std::vector<StepView> out;
  std::size_t finished = 0;
  for (const std::string_view name : kSteps) {
    const Node stamp = document(workspace, format("stamps/{}.json", name));
    out.push_back({name, stamp.is_map() ? "done" : "waiting", stamp["seconds"].number_or(0)});
    if (stamp.is_map()) finished = out.size();
  }
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (out[i].state == "done") continue;
    if (i < finished) out[i].state = "skipped";
    if (i == finished && running) out[i].state = "running";
  }
  return out;
}

// What the report says; a report of an earlier build says nothing about one that runs.
std::string_view state_of(const Node& report, bool running) {
  if (running) return "running";
  if (!report.is_map()) return "stopped";
  return report["validation"]["status"].text == "success" ? "finished" : "failed";
}

// Remaining time of the training, from its pace up to the last evaluation [s]; empty before the first one.
std::optional<double> remaining_s(const fs::path& workspace, double done, Timestamp now) {
  const Node report = document(workspace, kTrainingReport);
  const double all = report["config"]["max_iterations"].number_or(0);
  const double took_s = report["training_time_sec"].number_or(0);
  if (!(done > 0) || !(took_s > 0) || !(all >= done)) return std::nullopt;
  const double age_s = now.seconds() - changed_s(workspace / kTrainingReport);
  return std::max(0.0, (all - done) * took_s / done - std::max(0.0, age_s));
}

void write_optional(JsonWriter& json, std::string_view key, const Node& value) {
  value.is_number() ? json.field(key, value.real) : json.key(key).null();
}

// Evaluations of the training: loss, and PSNR and SSIM in views that were held out, if there are any.
void write_training(JsonWriter& json, const fs::path& workspace, bool is_training, Timestamp now) {
  const Node metrics = document(workspace, kMetrics);
  const std::vector<Node>& all = metrics["iterations"].items;
  json.key("training").begin_object();
  json.field("held_out", metrics["held_out"].boolean);
  write_optional(json, "iterations", document(workspace, kTrainingReport)["config"]["max_iterations"]);
  const double done = all.empty() ? 0 : all.back()["iteration"].number_or(0);
  const auto eta_s = is_training ? remaining_s(workspace, done, now) : std::nullopt;
  eta_s ? json.field("eta_s", *eta_s) : json.key("eta_s").null();
  json.key("evaluations").begin_array();
  for (std::size_t i = all.size() - std::min(all.size(), kMaxEvaluations); i < all.size(); ++i) {
    json.begin_object();
    for (const char* key : {"iteration", "loss", "psnr", "ssim", "gaussians"}) write_optional(json, key, all[i][key]);
    json.end_object();
  }
  json.end_array().end_object();
}

std::string_view image_type(const fs::path& file) {
  const std::string extension = file.extension().string();
  if (extension == ".png") return "image/png";
  return extension == ".jpg" || extension == ".jpeg" ? "image/jpeg" : "";
}

// Adds a file of the workspace; false if it cannot be opened or lies outside. The tag is made of time and size.
bool add_file(const fs::path& workspace, const fs::path& name, const std::string& url, std::string_view type,
              std::map<std::string, Resource>& out) {
  const auto file = inside(workspace, name);
  if (!file) return false;
  auto content = file_content(*file);
  if (!content || (*content)->size() > kMaxReportBytes) return false;
  const std::string etag = format("\"{:x}-{:x}\"", (*content)->size(), static_cast<uint64_t>(changed_s(*file) * 1e6));
  out[url] = {.content = std::move(*content), .type = std::string(type), .etag = etag};
  return true;
}

// Names of the images of a folder, sorted.
std::vector<std::string> image_names(const fs::path& folder) {
  std::vector<std::string> out;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    if (!image_type(entry->path()).empty()) out.push_back(entry->path().filename().string());
    if (out.size() >= 10'000) break;
  }
  std::sort(out.begin(), out.end());
  return out;
}

// Images under numbers, because a file name may hold any characters.
void write_images(JsonWriter& json, const fs::path& workspace, const std::string& base,
                  std::map<std::string, Resource>& out) {
  json.key("images").begin_array();
  std::size_t count = 0;
  for (const char* folder : kPreviews) {
    if (!inside(workspace, folder)) continue;
    for (const std::string& name : image_names(workspace / folder)) {
      const fs::path file = fs::path(folder) / name;
      const std::string url = format("{}/images/{}{}", base, count, file.extension().string());
      if (count >= kMaxImages || !add_file(workspace, file, url, image_type(file), out)) continue;
      json.begin_object().field("name", name).field("url", url).end_object();
      ++count;
    }
  }
  json.end_array();
}

}  // namespace

bool is_workspace(const fs::path& folder) { return document(folder, "folder.json")["kind"].text == kKind; }

std::vector<fs::path> build_folders(const fs::path& workspace) {
  std::vector<fs::path> out;
  for (const char* name : {"", "stamps", "03_gs_training", kPreviews[0], kPreviews[1]}) {
    if (const auto folder = inside(workspace, name); folder && fs::is_directory(*folder)) out.push_back(*folder);
  }
  return out;
}

std::string build_stamp(const fs::path& workspace) {
  std::string out = is_running(workspace) ? "running" : "";
  for (const char* name : {"folder.json", "stamps", "build_report.json", "report.html", kMetrics, kTrainingReport,
                           kPreviews[0], kPreviews[1]}) {
    std::error_code ignored;
    out += format(" {}:{}", changed_s(workspace / name), fs::file_size(workspace / name, ignored));
  }
  return out;
}

std::map<std::string, Resource> build_resources(const fs::path& workspace, std::string_view id, Timestamp now) {
  std::map<std::string, Resource> out;
  const std::string base = format("/builds/{}", id);
  const bool running = is_running(workspace);
  const Node report = document(workspace, "build_report.json");
  JsonWriter json(JsonWriter::Layout::compact);
  json.begin_object().field("id", id).field("state", state_of(report, running)).key("steps").begin_array();
  const std::vector<StepView> steps = steps_of(workspace, running);
  bool is_training = false;
  for (const StepView& step : steps) {
    json.begin_object().field("name", step.name).field("state", step.state).field("seconds", step.seconds).end_object();
    is_training = is_training || (step.name == kTraining && step.state == "running");
  }
  json.end_array();
  write_training(json, workspace, is_training, now);
  write_images(json, workspace, base, out);
  const auto link = [&](std::string_view key, const char* name, std::string_view type) {
    const std::string url = format("{}/{}", base, name);
    add_file(workspace, name, url, type, out) ? json.field(key, url) : json.key(key).null();
  };
  link("build_report", "build_report.json", "application/json");
  link("report", "report.html", "text/html; charset=utf-8");
  json.end_object();
  out[format("/api/builds/{}.json", id)] = {.content = text_content(json.text()), .type = "application/json"};
  return out;
}

}  // namespace gs::web
