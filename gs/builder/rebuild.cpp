// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/rebuild.h"

#include "gs/builder/input_logs.h"
#include "gs/builder/steps/build_report.h"

namespace gs::builder {
namespace {

// The request that a recipe describes; workspace and callbacks are left to the caller.
BuildRequest request_of(BuildRecipe recipe) {
  BuildRequest request{.input = std::move(recipe.input), .output = std::move(recipe.output)};
  request.more_inputs = std::move(recipe.more_inputs);
  request.scene_id = std::move(recipe.scene_id);
  request.config = std::move(recipe.config);
  request.training = std::move(recipe.training);
  request.training_file = std::move(recipe.training_file);
  request.geometry = std::move(recipe.geometry);
  request.backend = recipe.backend;
  return request;
}

// The logs to build from: the given ones, else those of the report. MCAP_READ_ERROR if one does not exist.
BuildResult<std::vector<fs::path>> find_logs(const BuildRecipe& recipe, const fs::path& report,
                                             const std::vector<fs::path>& given) {
  std::vector<fs::path> logs = given.empty() ? all_logs(recipe.input, recipe.more_inputs) : given;
  for (fs::path& log : logs) {
    const std::string name = log.string();
    std::error_code ignored;
    // The report of a bundle has the file name only: the log may lie beside it.
    if (given.empty() && !fs::exists(log, ignored)) log = report.parent_path() / log.filename();
    if (!fs::exists(log, ignored)) {
      return BuildError(BuildCode::mcap_read_error, "rebuild", format("log not found: {}", name),
                        "give its path with --input LOG; repeat --input for a drive of several files");
    }
  }
  return logs;
}

}  // namespace

BuildResult<BuildRequest> rebuild_request(const fs::path& report, const std::vector<fs::path>& inputs,
                                          const fs::path& output) {
  GS_TRY(BuildRecipe recipe, read_build_report(report));
  GS_TRY(const std::vector<fs::path> logs, find_logs(recipe, report, inputs));
  // The bundle can be equal only if the log is the same.
  auto md5 = md5_of_logs(logs);
  if (!md5) return BuildError(BuildCode::mcap_read_error, "rebuild", std::move(md5).error());
  if (!recipe.log_md5.empty() && *md5 != recipe.log_md5) {
    return BuildError(
        BuildCode::mcap_read_error, "rebuild",
        format("{} is not the log of the report: its md5 is {}, not {}", names_of_logs(logs), *md5, recipe.log_md5),
        "give the original log with --input, or start a new build with gs-world-builder build");
  }
  BuildRequest request = request_of(std::move(recipe));
  request.input = logs.front();
  request.more_inputs.assign(logs.begin() + 1, logs.end());
  std::error_code ignored;
  if (!output.empty()) request.output = output;
  // A report inside a workspace: use its finished steps.
  const fs::path folder = report.parent_path();
  if (fs::exists(folder / kRequestFile, ignored)) request.workspace = folder.empty() ? fs::path(".") : folder;
  return resolve(std::move(request));
}

BuildResult<BuildRequest> remembered_request(const fs::path& workspace) {
  const fs::path file = workspace / kRequestFile;
  std::error_code ignored;
  if (!fs::exists(file, ignored)) return BuildRequest{.workspace = workspace};
  GS_TRY(BuildRecipe recipe, read_build_report(file));
  BuildRequest request = request_of(std::move(recipe));
  request.workspace = workspace;
  return request;
}

}  // namespace gs::builder
