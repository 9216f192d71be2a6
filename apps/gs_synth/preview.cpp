// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "apps/gs_synth/commands.h"
#include "gs/assets/image/png.h"
#include "gs/core/file.h"
#include "gs/synth/drive/drive_scene.h"
#include "gs/synth/drive/preview_sheet.h"
#include "gs/synth/drive/rig.h"

namespace gs {
namespace {

// Flags of a drive that no picture shows are no error, so that one set of flags serves every command; but nobody should
// expect anything of them.
void tell_unused(const config::CommandLine& line, synth::DriveOptions& options) {
  const OptionTable table = OptionTable::of(options);
  for (const Option& option : table.all()) {
    const std::string& name = option.name;
    const bool of_the_log = name.starts_with("lidar") || name.starts_with("motion.") || name.starts_with("errors.") ||
                            name == "poses" || name == "camera_rate_hz" || name == "exposure_changes" ||
                            name == "jpeg" || name == "raw" || name == "variant";
    if (!of_the_log || !line.was_given(name)) continue;
    std::fprintf(stderr, "note: --%s changes nothing in a preview, only in the log of 'gs-synth drive'\n",
                 config::to_kebab_case(name).c_str());
  }
}

}  // namespace

// gs-synth preview DIR: one contact sheet per camera.
int run_preview(config::CommandLine& line) {
  fs::path out;
  bool force = false;
  synth::DriveOptions options;
  synth::ContactSheetOptions sheet;
  line.positional("out_dir", out, "folder to write synth_<camera>.png to");
  line.option("force", force, "replace existing files");
  line.options(OptionTable::of(sheet));
  add_drive_options(line, options);
  line.example("gs-synth preview docs/images --cameras front,rear --resolution 320x180 --imaging-samples 4 --traffic");
  if (const auto exit = line.parse()) return *exit;
  tell_unused(line, options);
  std::vector<fs::path> files;
  for (const std::string& camera : synth::camera_ids(options)) files.push_back(out / ("synth_" + camera + ".png"));
  if (const auto exit = refuse_outputs(files, force)) return *exit;
  std::error_code error;
  fs::create_directories(out, error);
  if (error) {
    const Error failed = system_error("making", out, error.value());
    return config::report_error(failed, exit_code_of(failed));
  }
  auto scene = synth::make_drive_scene(options);
  if (!scene) return config::report_error(scene.error(), exit_code_of(scene.error()));
  for (std::size_t i = 0; i < files.size(); ++i) {
    const auto image = synth::make_contact_sheet(*scene, options, i, sheet);
    if (!image) return config::report_error(image.error(), exit_code_of(image.error()));
    if (const auto written = assets::write_png(files[i], *image, 9); !written)
      return config::report_error(written.error(), exit_code_of(written.error()));
    std::printf("%s\n", files[i].c_str());
  }
  return 0;
}

}  // namespace gs
