// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Trains a packed data set on a machine that has only a compiler and a GPU. Prints JSON lines: the trials of the
// cross-validation; metrics of the held-out views at intervals with the elapsed time; at the end also those of training
// views, and the errors by image band.
// Writes held-out images as PPM: truth, render and error one above the other.
//
//   splat_train_gpu DATA.gsds [--backend cuda] [--pictures FOLDER] [--evaluate-every 1000] [--set name=value]...
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "gs/core/file.h"
#include "gs/core/json/json_writer.h"
#include "gs/splat/make_training_engine.h"
#include "gs/splat/train/cross_validation/choose_refinements.h"
#include "gs/splat/train/packed/packed_dataset.h"

namespace {

using namespace gs;

struct Arguments {
  std::string data, pictures;
  Backend backend = Backend::cuda;
  uint64_t evaluate_every = 1000;
  splat::train::TrainingOptions options;
};

// Parses the command line; --set takes options of gs-train.
Result<Arguments> parse(int argc, char** argv) {
  Arguments out;
  out.options.training.preset = "full";
  const OptionTable table = OptionTable::of(out.options);
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (!word.starts_with("--")) {
      out.data = word;
      continue;
    }
    if (++i == argc) return fail(ErrorCode::invalid_argument, "{} needs a value", word);
    const std::string value = argv[i];
    if (word == "--pictures") {
      out.pictures = value;
    } else if (word == "--evaluate-every") {
      out.evaluate_every = std::strtoull(value.c_str(), nullptr, 10);
    } else if (word == "--backend") {
      const auto backend = backend_from_string(value);
      if (!backend) return fail(ErrorCode::invalid_argument, "no backend is called {}", value);
      out.backend = *backend;
    } else if (word == "--set") {
      GS_CHECK(table.set_assignment(value));
    } else {
      return fail(ErrorCode::invalid_argument, "{} is not known", word);
    }
  }
  if (out.data.empty()) return fail(ErrorCode::invalid_argument, "which data set?");
  return out;
}

// Image of truth, render and four times their difference, one above the other.
Result<void> write_comparison(const std::string& path, const splat::train::TrainingView& view,
                              const splat::SplatImage& image) {
  std::string out = format("P6\n{} {}\n255\n", image.width, 3 * image.height);
  const auto put = [&](const std::vector<uint8_t>& bytes) {
    out.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  };
  put(view.rgb8), put(image.rgb8);
  std::vector<uint8_t> error(image.rgb8.size());
  for (std::size_t i = 0; i < error.size(); ++i) {
    error[i] = static_cast<uint8_t>(std::min(255, 4 * std::abs(image.rgb8[i] - view.rgb8[i])));
  }
  put(error);
  return write_file(path, out);
}

constexpr std::size_t kBands = 6;  // bands of an image, from top to bottom

// Sums of squared byte errors, by band.
struct ErrorBands {
  std::array<double, kBands> squares{}, values{};
  double psnr_sum = 0;
  std::size_t views = 0;

  void add(const splat::train::TrainingView& view, const splat::SplatImage& image) {
    double squares_here = 0, values_here = 0;
    const auto width = static_cast<std::size_t>(image.width), height = static_cast<std::size_t>(image.height);
    for (std::size_t y = 0; y < height; ++y) {
      const std::size_t band = y * kBands / height;
      for (std::size_t x = 0; x < width; ++x) {
        const std::size_t pixel = y * width + x;
        if (!view.mask.empty() && view.mask[pixel] == 0) continue;
        double sum = 0;
        for (std::size_t c = 3 * pixel; c < 3 * pixel + 3; ++c) {
          const double difference = (image.rgb8[c] - view.rgb8[c]) / 255.0;
          sum += difference * difference;
        }
        squares[band] += sum, values[band] += 3, squares_here += sum, values_here += 3;
      }
    }
    if (values_here == 0) return;
    psnr_sum += -10 * std::log10(std::max(squares_here / values_here, 1e-10));
    ++views;
  }
  void put(const char* name, JsonWriter& json) const {
    json.key(name).begin_object().field("psnr", views > 0 ? psnr_sum / static_cast<double>(views) : 0.0);
    json.key("psnr_by_band").begin_array();
    for (std::size_t b = 0; b < kBands; ++b) {
      json.value(values[b] > 0 ? -10 * std::log10(std::max(squares[b] / values[b], 1e-10)) : 0.0);
    }
    json.end_array().end_object();
  }
};

// As many training views as there are held-out ones.
Result<void> print_bands(splat::train::TrainingEngine& engine) {
  ErrorBands held_out, training;
  const std::span<const splat::train::TrainingView> views = engine.views();
  const auto held = static_cast<std::size_t>(
      std::count_if(views.begin(), views.end(), [](const splat::train::TrainingView& v) { return v.held_out; }));
  const std::size_t every = std::max<std::size_t>(1, views.size() / std::max<std::size_t>(held, 1));
  std::size_t seen = 0;
  for (std::size_t i = 0; i < views.size(); ++i) {
    if (!views[i].held_out && seen++ % every != 0) continue;
    GS_TRY(const splat::SplatImage image, engine.render_view(i));
    (views[i].held_out ? held_out : training).add(views[i], image);
  }
  JsonWriter json(JsonWriter::Layout::compact);
  json.begin_object();
  held_out.put("held_out", json), training.put("training", json);
  json.end_object();
  std::printf("%s\n", json.text().c_str());
  return {};
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Chooses the refinements that are unset, and prints the trials.
Result<void> choose(const splat::train::TrainingData& data, Arguments& arguments) {
  NoProgress quiet;
  const auto make_engine = [&](splat::train::TrainingData own, const splat::train::TrainingOptions& trial) {
    return splat::make_training_engine(arguments.backend, std::move(own), trial);
  };
  GS_TRY(const splat::train::RefinementChoice choice,
         splat::train::choose_refinements(data, arguments.options, make_engine, quiet));
  arguments.options.optimization = splat::train::to_options(choice.refinements);
  for (const splat::train::RefinementTrial& trial : choice.trials) {
    JsonWriter json(JsonWriter::Layout::compact);
    json.begin_object().field("trial", to_text(trial)).end_object();
    std::printf("%s\n", json.text().c_str());
  }
  return {};
}

// Trains to the end, evaluating at intervals.
Result<void> run(Arguments arguments) {
  arguments.options =
      splat::train::resolve_preset(std::move(arguments.options), splat::trains_on_gpu(arguments.backend));
  GS_TRY(splat::train::PackedDataset set, splat::train::load_packed_dataset(arguments.data));
  std::vector<splat::train::TrainingView> shown;
  if (!arguments.pictures.empty()) shown = set.data.views;
  const auto start = std::chrono::steady_clock::now();
  GS_CHECK(choose(set.data, arguments));
  GS_TRY(const auto engine, splat::make_training_engine(arguments.backend, std::move(set.data), arguments.options));
  const double prepared = seconds_since(start);
  double evaluating = 0;
  const auto last = static_cast<uint64_t>(arguments.options.training.iterations);
  splat::train::StepReport report;
  while (engine->iteration() < last) {
    GS_TRY(report, engine->step());
    if (engine->iteration() % arguments.evaluate_every != 0 && engine->iteration() != last) continue;
    const auto before = std::chrono::steady_clock::now();
    GS_TRY(const splat::train::Evaluation quality, engine->evaluate());
    JsonWriter json(JsonWriter::Layout::compact);
    json.begin_object()
        .field("iteration", engine->iteration())
        .field("psnr", quality.psnr_db)
        .field("ssim", quality.ssim)
        .field("held_out", quality.held_out)
        .field("views", static_cast<uint64_t>(quality.views))
        .field("loss", report.loss.total)
        .field("gaussians", static_cast<uint64_t>(engine->gaussians()))
        .field("memory_gb", 1e-9 * static_cast<double>(engine->memory_bytes()))
        .field("seconds", seconds_since(start) - evaluating)
        .field("prepare_seconds", prepared)
        .field("depth_error_m", quality.depth_error_m)
        .field("median_depth_error_m", quality.median_depth_error_m);
    for (const splat::train::CameraQuality& camera : quality.cameras) json.field(camera.camera, camera.psnr_db);
    json.end_object();
    std::printf("%s\n", json.text().c_str());
    std::fflush(stdout);
    evaluating += seconds_since(before);
  }
  GS_CHECK(print_bands(*engine));
  for (std::size_t i = 0; i < shown.size(); ++i) {
    if (!shown[i].held_out) continue;
    GS_TRY(const splat::SplatImage image, engine->render_view(i));
    if (image.rgb8.size() != shown[i].rgb8.size()) continue;  // training used downscaled images
    GS_CHECK(write_comparison(format("{}/held_out_{}.ppm", arguments.pictures, i), shown[i], image));
  }
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  auto arguments = parse(argc, argv);
  const Result<void> result = arguments ? run(*std::move(arguments)) : Result<void>(arguments.error());
  if (!result) {
    std::fprintf(stderr, "%s\n", to_string(result.error()).c_str());
    return 1;
  }
  return 0;
}
