// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/disk_space.h"

#include <sys/stat.h>

#include <algorithm>

#include "gs/builder/pipeline.h"
#include "gs/core/progress.h"

namespace gs::builder {

DiskSpace disk_of(const std::filesystem::path& path) {
  std::error_code error;
  fs::path folder = path.empty() ? fs::current_path(error) : fs::absolute(path, error);
  while (!folder.empty() && !fs::exists(folder, error) && folder != folder.parent_path()) folder = folder.parent_path();
  const fs::space_info space = fs::space(folder, error);
  struct stat status {};
  if (error || ::stat(folder.c_str(), &status) != 0) return {};
  return {.disk = static_cast<uint64_t>(status.st_dev), .free_bytes = static_cast<uint64_t>(space.available)};
}

uint64_t bytes_below(const std::filesystem::path& folder) {
  uint64_t bytes = 0;
  std::error_code error;
  for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    std::error_code ignored;  // a file that vanishes or cannot be read takes no space here
    if (!at->is_regular_file(ignored)) continue;
    const uint64_t size = at->file_size(ignored);
    if (!ignored) bytes += size;
  }
  return bytes;
}

std::optional<BuildError> disk_failure(const BuildRequest& request, const BuildPlan& plan) {
  if (request.ignore_disk_space || plan.workspace_bytes == 0) return std::nullopt;
  // Finished steps are not written again, unless all are forced to run.
  const uint64_t there = request.force || request.workspace.empty() ? 0 : bytes_below(request.workspace);
  const uint64_t workspace = plan.workspace_bytes - std::min(there, plan.workspace_bytes);
  const DiskSpace first = request.disk_of(request.workspace);
  // Without an output the bundle is not planned yet.
  const uint64_t bundle = request.output.empty() ? 0 : plan.bundle_bytes;
  const DiskSpace second = request.output.empty() ? first : request.disk_of(request.output);
  const bool shared = first.disk == second.disk;
  const auto lacks = [&](std::string_view what, uint64_t needed, const DiskSpace& disk, std::string_view option) {
    return BuildError(
        fail(ErrorCode::disk_full, "{} {}, {} are free", what, human_bytes(needed), human_bytes(*disk.free_bytes))
            .with_hint(format("free space, give {} on another disk, build a part with time_range in "
                              "config.yaml, or build all the same with --ignore-disk-space",
                              option)));
  };
  const uint64_t on_first = workspace + (shared ? bundle : 0);
  if (first.free_bytes && on_first > *first.free_bytes) {
    return lacks(shared && bundle > 0 ? "the workspace and the output need" : "the workspace needs", on_first, first,
                 "--workspace");
  }
  if (!shared && second.free_bytes && bundle > *second.free_bytes) {
    return lacks("the output needs", bundle, second, "--output");
  }
  return std::nullopt;
}

}  // namespace gs::builder
