// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "apps/gs_synth/commands.h"
#include "gs/core/file.h"
#include "gs/synth/cloud/street_cloud.h"

namespace gs {

// gs-synth gaussians COUNT OUT.ply.
int run_gaussians(config::CommandLine& line) {
  int64_t count = 0;
  fs::path out;
  bool force = false;
  synth::StreetCloudOptions options;
  line.positional("count", count, "number of Gaussians", Range{100, 100e6});
  line.positional("out", out, "PLY file to write; cameras are written to <out>.cameras.json");
  line.option("force", force, "replace existing files");
  line.options(OptionTable::of(options));
  line.example("gs-synth gaussians 200000 street.ply");
  if (const auto exit = line.parse()) return *exit;
  if (const auto exit = refuse_outputs({out, fs::path(out.string() + ".cameras.json")}, force)) return *exit;
  if (const auto written = synth::write_street_cloud(static_cast<std::size_t>(count), out, options); !written) {
    return config::report_error(written.error(), exit_code_of(written.error()));
  }
  std::printf("%s: %lld Gaussians\n", out.c_str(), static_cast<long long>(count));
  return 0;
}

}  // namespace gs
