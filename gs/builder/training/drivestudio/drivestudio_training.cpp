// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/training/drivestudio/drivestudio_training.h"

#include <algorithm>
#include <chrono>
#include <deque>

#include "gs/assets/torch/torch_gaussians.h"
#include "gs/builder/training/drivestudio/child_process.h"
#include "gs/builder/training/drivestudio/command_template.h"
#include "gs/builder/training/drivestudio/drivestudio_config.h"
#include "gs/builder/training/drivestudio/drivestudio_dataset.h"
#include "gs/builder/training/drivestudio/sky_bake.h"
#include "gs/builder/training/drivestudio/training_output.h"
#include "gs/core/file.h"
#include "gs/splat/model/transform.h"

namespace gs::builder {
namespace {

constexpr std::string_view kCheckpoint = "checkpoint_final.pth";

std::string absolute_text(const fs::path& path) {
  std::error_code ignored;
  return fs::absolute(path, ignored).lexically_normal().string();
}

// The command with placeholders replaced and the absolute path of its program.
Result<std::vector<std::string>> command_of(const DriveStudioRun& run) {
  const std::map<std::string, std::string, std::less<>> values{
      {"config", absolute_text(run.folder / "config.yaml")},
      {"dataset", absolute_text(run.folder / "data")},
      {"output", absolute_text(run.folder / "output")},
      {"iterations", std::to_string(run.training.training.iterations)},
      {"seed", std::to_string(run.training.training.seed)},
      {"directory", run.options.directory.empty() ? std::string() : absolute_text(run.options.directory)}};
  GS_TRY(std::vector<std::string> command, fill_command(run.options.command, values));
  GS_TRY(const fs::path program, find_program(command[0]));
  command[0] = absolute_text(program);
  return command;
}

// Deletes and creates a folder.
Result<void> renew(const OwnedFolder& owner, const fs::path& folder) {
  GS_TRY(const Replacement permission, owner.may_replace_inside(folder));
  GS_CHECK(remove_folder(permission));
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return system_error("making", folder, error.value());
  return {};
}

// Writes data set and configuration and empties the working and output folders.
Result<void> prepare(const DriveStudioRun& run, Problems& problems, Progress& progress) {
  const DriveStudioSetOptions options{.frame_stride = run.frame_stride,
                                      .masks = run.masks,
                                      .image_scale = run.training.training.image_scale,
                                      .max_image_side = run.training.training.max_image_side};
  std::error_code error;
  GS_TRY(const OwnedFolder owner, OwnedFolder::open(run.folder, drivestudio_folder_kind()));
  GS_TRY(const Replacement data, owner.may_replace_inside(run.folder / "data"));
  GS_TRY(OutputFolder folder, OutputFolder::create(data));
  GS_TRY(const DriveStudioSet set,
         write_drivestudio_dataset(run.dataset, std::move(folder), options, problems, progress));
  GS_CHECK(write_file(run.folder / "config.yaml",
                      drivestudio_config(run.training, set, absolute_text(run.folder / "data"))));
  GS_CHECK(renew(owner, run.folder / "run/data"));
  // DriveStudio looks for the masks relative to its working directory.
  fs::copy(run.folder / "data/ego_masks", run.folder / "run/data/ego_masks", fs::copy_options::recursive, error);
  if (error) return system_error("copying", run.folder / "data/ego_masks", error.value());
  return renew(owner, run.folder / "output");
}

// A command that cannot start is a configuration error.
Error bad_command(Error error) {
  if (error.hint.empty()) error.hint = "correct drivestudio.command in gs_training_config.yaml";
  return Error{ErrorCode::invalid_option, "drivestudio.command: " + error.message, error.hint};
}

// Error of a trainer that did not succeed, by how it ended.
Error failed(const ChildExit& exit, const TrainingOutput& output, const DriveStudioRun& run) {
  if (exit.stopped) return fail(ErrorCode::interrupted, "stopped while DriveStudio was training");
  if (exit.timed_out) {
    return fail(ErrorCode::timeout, "DriveStudio took longer than drivestudio.timeout_s = {}", run.options.timeout_s)
        .with_hint("increase drivestudio.timeout_s, or train fewer iterations");
  }
  const std::string how =
      exit.signal != 0 ? format("was ended by signal {}", exit.signal) : format("ended with status {}", exit.status);
  const std::string last = output.last_line().empty() ? "" : ": " + output.last_line();
  if (output.out_of_memory()) {
    return fail(ErrorCode::device_out_of_memory, "DriveStudio {}{}", how, last)
        .with_hint("reduce training.image_scale or training.max_gaussians");
  }
  Error error = fail(ErrorCode::invalid_data, "DriveStudio {}{}", how, last);
  error.hint = "see training_log.txt for its output";
  if (exit.status == 127) error.hint = "the command starts a program that was not found; " + error.hint;
  if (const auto checkpoint = find_final_checkpoint(run.folder / "output")) {
    error.hint += "; it still wrote a checkpoint, which gs-train import can read: " + checkpoint->string();
  }
  return error;
}

// Starts the command and forwards its output to log and progress.
Result<void> run_trainer(const DriveStudioRun& run, Progress& progress) {
  auto command = command_of(run);
  if (!command) return bad_command(std::move(command).error());
  run.log(quoted_command(*command));
  progress.begin("training by DriveStudio", static_cast<uint64_t>(run.training.training.iterations), "it");
  TrainingOutput output(progress);
  const auto exit = run_child({.command = *command,
                               .directory = run.folder / "run",
                               .timeout_s = run.options.timeout_s,
                               .on_line =
                                   [&](std::string_view line) {
                                     run.log(line);
                                     output.add(line);
                                   },
                               .stop_requested = [&] { return progress.stop_requested(); }});
  if (!exit) return bad_command(exit.error());
  progress.finish();
  if (!exit->success()) return failed(*exit, output, run);
  return {};
}

// Reads the checkpoint, transforms it to map and adds its sky.
Result<DriveStudioResult> import(const DriveStudioRun& run, const fs::path& checkpoint, Problems& problems) {
  GS_TRY(assets::TorchGaussians trained, assets::load_torch_gaussians(checkpoint));
  GS_TRY(const Rigid3d map_from_world, read_map_from_world(run.folder / "data"));
  // DriveStudio's world is the first pose of the front camera.
  splat::transform(trained.cloud.view(), map_from_world);
  GS_TRY(splat::GaussianCloud cloud, with_sky(trained.cloud, trained.sky, map_from_world));
  const auto warn = [&](std::string message, std::string hint) {
    problems.add({.severity = Severity::warning,
                  .code = ErrorCode::unsupported,
                  .file = std::string(kCheckpoint),
                  .message = std::move(message),
                  .hint = std::move(hint)});
  };
  for (const std::string& model : trained.not_taken) {
    warn(format("model '{}' of the checkpoint is not a cloud of Gaussians and is left out", model), "");
  }
  if (trained.dropped > 0)
    warn(format("{} Gaussians with values that are not finite are left out", trained.dropped), "");
  DriveStudioResult result{.cloud = std::move(cloud), .checkpoint = checkpoint};
  result.iterations = static_cast<uint64_t>(trained.step.value_or(run.training.training.iterations));
  return result;
}

}  // namespace

Result<fs::path> find_final_checkpoint(const fs::path& folder) {
  std::error_code error;
  fs::path best;
  fs::file_time_type newest{};
  for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (at.depth() > 8) at.disable_recursion_pending();
    if (at->path().filename() != kCheckpoint || !at->is_regular_file(error)) continue;
    const auto time = at->last_write_time(error);
    if (best.empty() || time > newest) best = at->path(), newest = time;
  }
  if (!best.empty()) return best;
  return fail(ErrorCode::not_found, "DriveStudio wrote no {} below {}", kCheckpoint, folder.string())
      .with_hint("check that drivestudio.command passes {output} on and trains to the end");
}

Result<DriveStudioResult> train_with_drivestudio(const DriveStudioRun& run, Problems& problems, Progress& progress) {
  // This file marks a finished training, so that an interrupted import can be repeated without training again.
  const fs::path done = run.folder / "trained";
  std::error_code ignored;
  const bool reused = fs::exists(done, ignored);
  const auto started = std::chrono::steady_clock::now();
  if (!reused) {
    GS_CHECK(prepare(run, problems, progress));
    GS_CHECK(run_trainer(run, progress));
  }
  GS_TRY(const fs::path checkpoint, find_final_checkpoint(run.folder / "output"));
  GS_TRY(DriveStudioResult result, import(run, checkpoint, problems));
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - started;
  result.training_time_s = took.count(), result.reused = reused;
  if (!reused) GS_CHECK(write_file(done, "checkpoint_final.pth was read\n"));
  return result;
}

Result<void> check_drivestudio_command(const DriveStudioOptions& options) {
  const auto command = command_of({.dataset = {}, .folder = {}, .options = options});
  if (!command) return bad_command(command.error());
  std::error_code ignored;
  const bool uses_directory = std::ranges::any_of(
      options.command, [](const std::string& word) { return word.find("{directory}") != std::string::npos; });
  if (uses_directory && !fs::is_directory(options.directory, ignored)) {
    return fail(ErrorCode::invalid_option, "drivestudio.directory is not a folder: '{}'", options.directory)
        .with_hint("set drivestudio.directory in gs_training_config.yaml to the DriveStudio checkout");
  }
  return {};
}

std::string drivestudio_commit(const DriveStudioOptions& options) {
  if (!options.commit.empty()) return options.commit;
  // HEAD contains a hash, or "ref: " and the file that contains it.
  const fs::path git = fs::path(options.directory) / ".git";
  const auto line_of = [](const fs::path& path) {
    std::string text = read_text_file(path, 4096).value_or("");
    text.resize(std::min(text.find_first_of("\r\n"), text.size()));
    return text;
  };
  std::string head = options.directory.empty() ? "" : line_of(git / "HEAD");
  constexpr std::string_view kReference = "ref: ";
  if (head.starts_with(kReference)) head = line_of(git / head.substr(kReference.size()));
  const bool is_hash = head.size() >= 40 && head.find_first_not_of("0123456789abcdef") == std::string::npos;
  return is_hash ? head : "unknown";
}

}  // namespace gs::builder
