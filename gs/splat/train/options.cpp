// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/train/options.h"

#include <algorithm>

#include "gs/core/json/json_writer.h"

namespace gs::splat::train {
namespace {

// Limits of the preset cpu.
constexpr int64_t kCpuIterations = 6000;
constexpr int kCpuImageSide = 640, kCpuShDegree = 1;
constexpr uint64_t kCpuGaussians = 200'000;

// n scaled by iterations / of, at least 1.
int64_t in_proportion(int64_t n, int64_t iterations, int64_t of) { return std::max<int64_t>(1, n * iterations / of); }

// Fits densify.end_iter and save_iterations to the length of the run: automatic and default values to that length
// itself, other values relative to the length they were given with.
void scale_schedule(TrainingOptions& options, int64_t given_iterations) {
  const TrainingOptions usual;
  const int64_t now = options.training.iterations;
  int64_t& end = options.training.densify.end_iter;
  if (end < 0) {
    end = usual_end_iter(now, options.training.strategy);
  } else if (end > 0) {
    end = in_proportion(end, now, given_iterations);
  }
  const bool usual_saves = options.output.save_iterations == usual.output.save_iterations;
  for (int64_t& n : options.output.save_iterations) {
    n = in_proportion(n, now, usual_saves ? usual.training.iterations : given_iterations);
  }
}

// Learning rates for short runs; rates that differ from the defaults are kept.
void quicken(LearningRateOptions& rate) {
  constexpr LearningRateOptions kGiven{};
  const auto raise = [](double& value, double given, double quick) {
    if (value == given) value = quick;
  };
  raise(rate.position, kGiven.position, 3e-4);
  raise(rate.opacity, kGiven.opacity, 0.025);  // lower: an opacity that overshoots in a short run does not recover
  raise(rate.feature, kGiven.feature, 0.01);
  raise(rate.scaling, kGiven.scaling, 0.02);
  raise(rate.rotation, kGiven.rotation, 2e-3);
}

// The value as JSON: text is quoted, numbers and booleans are not.
std::string option_json(const Option& option, const std::string& text) {
  const bool is_text = option.type == OptionType::text || option.type == OptionType::text_list;
  return is_text ? json_quote(text) : text;
}

}  // namespace

TrainingOptions resolve_preset(TrainingOptions options, bool on_gpu) {
  LoopOptions& loop = options.training;
  if (loop.preset == "auto" && on_gpu) loop.preset = "full";
  const int64_t given_iterations = loop.iterations;
  if (loop.preset != "full") loop.iterations = std::min(loop.iterations, kCpuIterations);
  scale_schedule(options, given_iterations);
  if (loop.preset == "full") return options;
  const bool unlimited = loop.max_image_side == 0;
  loop.max_image_side = unlimited ? kCpuImageSide : std::min(loop.max_image_side, kCpuImageSide);
  options.model.sh_degree = std::min(options.model.sh_degree, kCpuShDegree);
  loop.max_gaussians = std::min(loop.max_gaussians, kCpuGaussians);
  quicken(loop.learning_rate);
  // With few Gaussians and few steps, start with all Gaussians and train at full resolution throughout.
  const LoopOptions given;
  if (loop.initial_share == given.initial_share) loop.initial_share = 1;
  if (loop.initial_opacity == given.initial_opacity) loop.initial_opacity = 0.5;
  if (loop.coarse_share == given.coarse_share) loop.coarse_share = 0;
  loop.preset = "full";
  return options;
}

int64_t usual_end_iter(int64_t iterations, std::string_view strategy) {
  return std::max<int64_t>(1, strategy == "adc" ? iterations / 2 : iterations * 17 / 20);
}

Refinements resolved_refinements(const RefinementOptions& options) {
  const Refinements usual;
  return {.pose = options.refine_pose.value_or(usual.pose),
          .exposure = options.refine_exposure.value_or(usual.exposure),
          .vignetting = options.refine_vignetting.value_or(usual.vignetting)};
}

RefinementOptions to_options(const Refinements& refinements) {
  return {refinements.pose, refinements.exposure, refinements.vignetting};
}

std::vector<ChangedOption> options_changed(const TrainingOptions& given, const TrainingOptions& used) {
  TrainingOptions a = given, b = used;
  const OptionTable before = OptionTable::of(a), after = OptionTable::of(b);
  const auto text_of = [](const Option& option) {
    std::string text;
    for (const std::string& value : option.get()) text += (text.empty() ? "" : ",") + value;
    return text;
  };
  std::vector<ChangedOption> out;
  for (std::size_t i = 0; i < before.all().size(); ++i) {
    ChangedOption change{before.all()[i].name, text_of(before.all()[i]), text_of(after.all()[i])};
    if (change.given != change.used) out.push_back(std::move(change));
  }
  return out;
}

std::string to_json(const TrainingOptions& options) {
  TrainingOptions copy = options;
  const OptionTable table = OptionTable::of(copy);
  JsonWriter json(JsonWriter::Layout::compact);
  json.begin_object();
  for (const Option& option : table.all()) {
    json.key(option.name);
    const std::vector<std::string> values = option.get();
    if (!option.is_list()) {
      json.raw(values.empty() ? "null" : option_json(option, values.front()));  // an unset option is null
      continue;
    }
    json.begin_array();
    for (const std::string& value : values) json.raw(option_json(option, value));
    json.end_array();
  }
  json.end_object();
  return json.text();
}

}  // namespace gs::splat::train
