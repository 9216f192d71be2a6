// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/assets/torch/torch_gaussians.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "gs/assets/torch/checkpoint.h"

namespace gs::assets {
namespace {

using Kind = PickleValue::Kind;

// The six arrays of a cloud in the pickle; null if absent.
struct Arrays {
  CheckpointMaker maker = CheckpointMaker::gsplat;
  const PickleValue *means = nullptr, *scales = nullptr, *quats = nullptr, *opacities = nullptr, *dc = nullptr,
                    *rest = nullptr;
  const PickleValue *step = nullptr, *sky = nullptr;
  std::vector<std::string> others{};
};

// Names of means, scales, quaternions, opacities and SH of each trainer.
using Names = std::array<std::string_view, 6>;
constexpr Names kDriveStudio{"_means", "_scales", "_quats", "_opacities", "_features_dc", "_features_rest"};
constexpr Names kGsplat{"means", "scales", "quats", "opacities", "sh0", "shN"};
constexpr Names kNerfstudio{"means", "scales", "quats", "opacities", "features_dc", "features_rest"};

// Looks up the arrays in a dictionary; names may have a prefix.
Arrays arrays_in(const PickleDocument& pickle, const PickleValue& dict, const Names& names, std::string_view prefix) {
  const auto find = [&](std::size_t i) { return pickle.find(dict, std::string(prefix) + std::string(names[i])); };
  return {.means = find(0), .scales = find(1), .quats = find(2), .opacities = find(3), .dc = find(4), .rest = find(5)};
}

// models.Background, models.Sky, and the names of all other models.
Arrays find_drivestudio(const PickleDocument& pickle, const PickleValue& models) {
  Arrays out;
  if (const PickleValue* background = pickle.find(models, "Background")) {
    out = arrays_in(pickle, *background, kDriveStudio, "");
  }
  out.maker = CheckpointMaker::drivestudio;
  const PickleValue* sky = pickle.find(models, "Sky");
  if (sky != nullptr) out.sky = pickle.find(*sky, "base");
  for (std::size_t i = 0; i + 1 < models.items.size(); i += 2) {
    const PickleValue& name = pickle.at(models.items[i]);
    constexpr std::size_t kMostNames = 100;
    const bool taken = name.text == "Background" || (name.text == "Sky" && out.sky != nullptr);
    if (name.is(Kind::text) && !taken && out.others.size() < kMostNames) {
      out.others.emplace_back(name.text.substr(0, kMostNames));
    }
  }
  return out;
}

Arrays find_nerfstudio(const PickleDocument& pickle, const PickleValue& pipeline) {
  Arrays out;
  for (const std::string_view prefix : {"_model.gauss_params.", "_model."}) {
    out = arrays_in(pickle, pipeline, kNerfstudio, prefix);
    if (out.means != nullptr) break;
  }
  out.maker = CheckpointMaker::nerfstudio;
  return out;
}

// Tuple written by the original 3DGS code (capture()).
Arrays find_inria(const PickleDocument& pickle, const PickleValue& root) {
  Arrays out{.maker = CheckpointMaker::inria};
  const PickleValue* captured = pickle.item(root, 0);
  if (captured == nullptr || !captured->is(Kind::tuple) || captured->items.size() < 7) return out;
  out.means = pickle.item(*captured, 1), out.dc = pickle.item(*captured, 2), out.rest = pickle.item(*captured, 3);
  out.scales = pickle.item(*captured, 4), out.quats = pickle.item(*captured, 5);
  out.opacities = pickle.item(*captured, 6), out.step = pickle.item(root, 1);
  return out;
}

// Recognises the trainer and finds its arrays.
Result<Arrays> find_arrays(const PickleDocument& pickle, const PickleValue& root) {
  Arrays out;
  if (const PickleValue* models = pickle.find(root, "models")) {
    out = find_drivestudio(pickle, *models);
  } else if (const PickleValue* splats = pickle.find(root, "splats")) {
    out = arrays_in(pickle, *splats, kGsplat, "");
  } else if (const PickleValue* pipeline = pickle.find(root, "pipeline")) {
    out = find_nerfstudio(pickle, *pipeline);
  } else {
    out = find_inria(pickle, root);
  }
  if (out.step == nullptr) out.step = pickle.find(root, "step");
  if (out.means != nullptr && out.scales != nullptr && out.quats != nullptr && out.opacities != nullptr &&
      out.dc != nullptr) {
    return out;
  }
  return fail(ErrorCode::invalid_data, "the checkpoint has no Gaussians of a known trainer")
      .with_hint("supported are DriveStudio (models.Background), gsplat (splats), nerfstudio splatfacto and 3DGS");
}

using Shape = std::vector<uint64_t>;

// Array [N, ...] as N rows of floats.
struct Rows {
  std::size_t width = 0;
  std::vector<float> items{};
  const float* of(std::size_t i) const { return items.data() + i * width; }
};

// Reads the arrays and builds the cloud.
class Loader {
 public:
  Loader(const TorchCheckpoint& file, const Arrays& arrays) : file_(file), arrays_(arrays) {}

  // The shape of the means gives N; all other arrays must have N rows.
  Result<TorchGaussians> load() {
    GS_TRY(const TorchTensor means, file_.tensor(*arrays_.means).with_context("means"));
    if (means.shape.size() != 2 || means.shape[1] != 3) return wrong_shape("means", means.shape, "[N, 3]");
    count_ = means.shape[0];
    GS_TRY(means_, read("means", *arrays_.means, {{count_, 3}}));
    GS_TRY(scales_, read("scales", *arrays_.scales, {{count_, 3}, {count_, 2}, {count_, 1}}));
    GS_TRY(quats_, read("quaternions", *arrays_.quats, {{count_, 4}}));
    GS_TRY(opacities_, read("opacities", *arrays_.opacities, {{count_, 1}, {count_}}));
    GS_TRY(dc_, read("colours", *arrays_.dc, {{count_, 3}, {count_, 1, 3}}));
    GS_TRY(const int degree, read_rest());
    return build(degree);
  }

 private:
  static Error wrong_shape(std::string_view what, const Shape& shape, std::string_view wanted) {
    return fail(ErrorCode::invalid_data, "the {} have the shape {}, needed is {}", what, shape_text(shape), wanted);
  }
  // Reads an array whose shape is one of `allowed`.
  Result<Rows> read(std::string_view what, const PickleValue& value, const std::vector<Shape>& allowed) {
    GS_TRY(const TorchTensor tensor, file_.tensor(value).with_context(what));
    if (std::ranges::find(allowed, tensor.shape) == allowed.end()) {
      return wrong_shape(what, tensor.shape, shape_text(allowed[0]));
    }
    Rows rows{.width = 1};
    for (std::size_t d = 1; d < tensor.shape.size(); ++d) rows.width *= tensor.shape[d];
    GS_TRY(rows.items, file_.floats(tensor).with_context(what));
    return rows;
  }
  // Reads the higher SH coefficients and returns the SH degree.
  Result<int> read_rest() {
    if (arrays_.rest == nullptr) return 0;
    std::vector<Shape> allowed;
    for (int degree = splat::kMaxShDegree; degree >= 0; --degree) {
      allowed.push_back({count_, static_cast<uint64_t>(splat::sh_coefficients(degree)) - 1, 3});
    }
    GS_TRY(rest_, read("harmonics", *arrays_.rest, allowed));
    for (int degree = 0; degree < splat::kMaxShDegree; ++degree) {
      if (rest_.width == 3 * (static_cast<std::size_t>(splat::sh_coefficients(degree)) - 1)) return degree;
    }
    return splat::kMaxShDegree;
  }
  // True if all values are finite and the rotation can be normalised.
  bool is_usable(std::size_t i) const {
    for (const Rows* rows : {&means_, &scales_, &quats_, &opacities_, &dc_, &rest_}) {
      for (std::size_t k = 0; k < rows->width; ++k) {
        if (!std::isfinite(rows->of(i)[k])) return false;
      }
    }
    return norm(rotation_of(i)) > 1e-30;
  }
  // All these trainers store w x y z.
  Quaterniond rotation_of(std::size_t i) const {
    const float* q = quats_.of(i);  // w x y z
    return {q[1], q[2], q[3], q[0]};
  }
  // One scale: isotropic. Two scales (2DGS): a disc, thin in the third direction.
  Vec3f log_scale_of(std::size_t i) const {
    const float* s = scales_.of(i);
    constexpr float kThin = -11.5f;  // 10 micrometres
    if (scales_.width == 1) return {s[0], s[0], s[0]};
    return {s[0], s[1], scales_.width == 3 ? s[2] : kThin};
  }
  // Coefficient of degree 0; some trainers store the logit of the colour at SH degree 0.
  float degree_0(float value, bool logit) const {
    constexpr double kY0 = 0.28209479177387814;
    return logit ? static_cast<float>((1 / (1 + std::exp(-static_cast<double>(value))) - 0.5) / kY0) : value;
  }
  // Converts usable Gaussians to our encodings and order.
  Result<TorchGaussians> build(int degree) {
    std::vector<std::size_t> kept;
    for (std::size_t i = 0; i < count_; ++i) {
      if (is_usable(i)) kept.push_back(i);
    }
    TorchGaussians out{.cloud = {}, .maker = arrays_.maker};
    out.dropped = count_ - kept.size();
    GS_TRY(out.cloud, splat::GaussianCloud::create(kept.size(), degree));
    const splat::MutableCloudView view = out.cloud.view();
    const auto coefficients = static_cast<std::size_t>(view.coefficients());
    // These trainers store logits of colours if they train without SH.
    const bool logit =
        degree == 0 && (arrays_.maker == CheckpointMaker::drivestudio || arrays_.maker == CheckpointMaker::nerfstudio);
    for (std::size_t to = 0; to < kept.size(); ++to) {
      const std::size_t i = kept[to];
      view.set_position(to, {means_.of(i)[0], means_.of(i)[1], means_.of(i)[2]});
      view.set_log_scale(to, log_scale_of(i));
      const Quaterniond q = normalized(rotation_of(i));
      view.set_rotation(
          to, {static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z), static_cast<float>(q.w)});
      view.opacity_logit[to] = opacities_.of(i)[0];
      for (std::size_t c = 0; c < 3; ++c) {
        float* sh = view.sh_of(to) + c * coefficients;
        sh[0] = degree_0(dc_.of(i)[c], logit);
        for (std::size_t k = 1; k < coefficients; ++k) sh[k] = rest_.of(i)[3 * (k - 1) + c];
      }
    }
    return out;
  }

  const TorchCheckpoint& file_;
  const Arrays& arrays_;
  std::size_t count_ = 0;
  Rows means_, scales_, quats_, opacities_, dc_, rest_;
};

// Sky as a cube map; a tensor of another shape is treated like any other unknown model.
Result<CubeMap> load_sky(const TorchCheckpoint& file, const PickleValue* value) {
  constexpr uint64_t kLargest = 4096;
  if (value == nullptr) return CubeMap{};
  GS_TRY(const TorchTensor tensor, file.tensor(*value).with_context("sky"));
  const uint64_t side = tensor.shape.size() == 4 ? tensor.shape[1] : 0;
  if (tensor.shape != Shape{6, side, side, 3} || side == 0 || side > kLargest) return CubeMap{};
  GS_TRY(std::vector<float> texels, file.floats(tensor).with_context("sky"));
  return CubeMap{.side = side, .texels = std::move(texels)};
}

// Gaussians, sky, step, and the names of everything that was not read.
Result<TorchGaussians> load(const TorchCheckpoint& file) {
  GS_TRY(const Arrays arrays, find_arrays(file.pickle(), file.root()));
  GS_TRY(TorchGaussians out, Loader(file, arrays).load());
  out.not_taken = arrays.others;
  GS_TRY(out.sky, load_sky(file, arrays.sky));
  if (arrays.sky != nullptr && out.sky.empty()) out.not_taken.push_back("Sky");
  const auto step = arrays.step == nullptr ? std::nullopt : file.number(*arrays.step);
  if (step && *step >= 0 && *step < 1e15) out.step = static_cast<int64_t>(*step);
  return out;
}

}  // namespace

std::string_view to_string(CheckpointMaker maker) {
  constexpr std::string_view kNames[] = {"DriveStudio", "gsplat", "nerfstudio", "3DGS"};
  return kNames[static_cast<std::size_t>(maker)];
}

Result<TorchGaussians> parse_torch_gaussians(Bytes bytes) {
  GS_TRY(const TorchCheckpoint file, TorchCheckpoint::borrow(bytes));
  return load(file);
}

Result<TorchGaussians> load_torch_gaussians(const std::filesystem::path& path) {
  GS_TRY(const TorchCheckpoint file, TorchCheckpoint::open(path));
  return load(file).with_context(path.string());
}

}  // namespace gs::assets
