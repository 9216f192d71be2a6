// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/assets/npz/npz_gaussians.h"
#include "gs/core/format.h"
#include "gs/splat/model/ply.h"
#include "gs/world/validate/validate.h"

namespace gs::world {
namespace {

// Checks the Gaussians and their agreement with render_config.json.
class GaussianChecker {
 public:
  GaussianChecker(const BundleParts& parts, Problems& problems)
      : parts_(parts), file_(parts.index->background), problems_(problems) {}

  // The extension of the file and gaussian_format must agree, even if the file is missing.
  void check() {
    const auto path = find_in_bundle(parts_.folder, file_, Severity::error, problems_);
    const bool is_npz = file_.ends_with(".npz");
    if (parts_.render_config && (parts_.render_config->gaussian_format == GaussianFormat::npz) != is_npz) {
      add(Severity::error, "gaussian_format", "does not match the extension of the file",
          "splat_ply for .ply, npz for .npz", parts_.index->render_config);
    }
    if (!path) return;
    is_npz ? check_npz_file(*path) : check_ply_file(*path);
  }

 private:
  void add(Severity severity, std::string place, std::string message, std::string allowed, const std::string& file = {},
           std::string hint = {}) {
    problems_.add({severity, ErrorCode::invalid_data, file.empty() ? file_ : file, std::move(place), std::move(message),
                   std::move(allowed), std::move(hint)});
  }

  void check_ply_file(const std::filesystem::path& path) {
    const auto check = splat::check_ply(path, {.source = splat::PlySource::bundle});
    if (!check) return problems_.add(Severity::error, Error(check.error()), file_);
    header(check->info);
    values(*check);
  }

  // NPZ is compressed, so its content can be checked only by loading it.
  void check_npz_file(const std::filesystem::path& path) {
    const auto cloud = assets::load_npz_gaussians(path);
    if (!cloud) return problems_.add(Severity::error, Error(cloud.error()), file_);
    count(cloud->size());
    sh_degree(cloud->sh_degree());
  }

  // Rules that need the header of the PLY file only.
  void header(const splat::PlyInfo& info) {
    count(info.count);
    sh_degree(info.sh_degree);
    const auto& wanted = parts_.render_config ? parts_.render_config->quaternion_order : std::nullopt;
    if (wanted && *wanted != info.quaternion_order) {
      add(Severity::error, "quaternion_order",
          format("is {}, but the file holds {}", to_string(*wanted), to_string(info.quaternion_order)),
          "the order of the file", parts_.index->render_config);
    }
    if (info.trailing_bytes > 0) {
      add(Severity::warning, "", format("{} bytes after the last Gaussian are ignored", info.trailing_bytes),
          "no bytes after the vertices");
    }
    if (info.ascii) {
      add(Severity::notice, "", "is ascii", "binary_little_endian is smaller and faster");
    } else if (!info.canonical) {
      add(Severity::notice, "", "has other properties or another property order than the format", "");
    }
  }

  void count(uint64_t found) {
    if (found >= kMinGaussians && found <= kMaxGaussians) return;
    const bool many = found > kMaxGaussians;  // --allow-oversize of the simulator accepts this code
    problems_.add({Severity::error, many ? ErrorCode::limit_exceeded : ErrorCode::invalid_data, file_, "",
                   format("{} Gaussians", found), "100 to 5,000,000",
                   many ? "prune the cloud before it is packed" : "the training produced too few Gaussians"});
  }

  void sh_degree(int found) {
    if (!parts_.render_config || parts_.render_config->sh_degree == found) return;
    add(Severity::error, "sh_degree",
        format("is {}, but the file's coefficients are of degree {}", parts_.render_config->sh_degree, found),
        "the degree of the file", parts_.index->render_config);
  }

  // Rules about single Gaussians; the first offender is named, the others are counted.
  void values(const splat::PlyCheck& check) {
    if (check.non_finite_values > 0) {
      add(Severity::error, format("Gaussian {}, {}", check.first_non_finite_index, check.first_non_finite_property),
          format("{} values are not finite, this one first", check.non_finite_values), "finite numbers");
    }
    if (check.loose_rotations > 0) {
      add(Severity::warning, "rot", format("{} rotations are off unit length by more than 1e-6", check.loose_rotations),
          "unit length within 1e-6", {}, "readers normalise them; write them normalised");
    }
    if (check.bad_rotations > 0) {
      add(Severity::error, format("Gaussian {}, rot", check.first_bad_rotation_index),
          format("INVALID_QUATERNION: {} rotations, this one first with norm {}", check.bad_rotations,
                 check.first_bad_rotation_norm),
          "unit length within 1e-3", {}, "the order in a bundle is [x, y, z, w], normalised");
    }
  }

  const BundleParts& parts_;
  const std::string& file_;
  Problems& problems_;
};

}  // namespace

void check_gaussians(const BundleParts& parts, Problems& problems) { GaussianChecker(parts, problems).check(); }

}  // namespace gs::world
