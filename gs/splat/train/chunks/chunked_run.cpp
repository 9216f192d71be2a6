// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/train/chunks/chunked_run.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "gs/core/folders/output_folder.h"
#include "gs/core/hash/crc32.h"
#include "gs/splat/api/instance.h"
#include "gs/splat/factory.h"
#include "gs/splat/model/ply.h"
#include "gs/splat/train/chunks/chunk_actors.h"
#include "gs/splat/train/initial_cloud/initial_cloud.h"
#include "gs/splat/train/initial_cloud/point_gaussians.h"
#include "gs/splat/train/resume.h"
#include "gs/splat/train/training_folder.h"
#include "gs/splat/train/training_plan.h"
#include "gs/splat/train/view_quality.h"

namespace gs::splat::train {
namespace {

Result<GaussianCloud> load_part(const fs::path& path) { return load_ply(path, {.source = PlySource::bundle}); }

// Text that identifies everything a chunk's result depends on, except the pixels of its views.
std::string identity_of(const ChunkPlan& plan, std::size_t chunk, const TrainingData& outline,
                        const TrainingOptions& options) {
  std::string names;
  for (const std::size_t i : plan.chunks[chunk].views) names += outline.views[i].name + "\n";
  std::string actors;
  for (const TrainedActor& actor : outline.actors) actors += ", " + actor.id;
  return format("chunk {} of {}, {} views {}, {} points{}\n{}\n", chunk, plan.chunks.size(),
                plan.chunks[chunk].views.size(), crc32(as_bytes(names)), outline.points.size(), actors,
                to_json(options));
}

// One call of train_in_chunks().
class ChunkedRun {
 public:
  ChunkedRun(const ChunkPlan& plan, ChunkSources sources, const TrainingOptions& options, const TrainingRun& run,
             Progress& progress)
      : plan_(plan),
        sources_(std::move(sources)),
        options_(options),
        run_(run),
        progress_(progress),
        actors_(sources_.outline.actors) {}

  Result<TrainingReport> go() {
    GS_TRY(OwnedFolder output, OwnedFolder::open(run_.output, training_folder_kind()));
    owned_.emplace(std::move(output));
    GS_CHECK(make_folder(run_.output / "chunks"));
    if (!run_.resume) GS_CHECK(remove_checkpoints(*owned_, run_.output / options_.output.checkpoint_dir));
    for (std::size_t k = 0; k < plan_.chunks.size(); ++k) {
      GS_CHECK(train_chunk(k).with_context(format("chunk {} of {}", k, plan_.chunks.size())));
    }
    GS_CHECK(merge());
    GS_CHECK(merge_actors());
    GS_CHECK(write_report());
    return std::move(report_);
  }

 private:
  fs::path folder_of(std::size_t chunk) const { return run_.output / "chunks" / format("chunk_{:03d}", chunk); }
  Result<void> make_folder(const fs::path& folder) const {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) return system_error("making", folder, error.value());
    return {};
  }

  // Empties the chunk's folder unless it belongs to this run (same identity, and resume is on).
  Result<void> prepare_folder(std::size_t chunk) const {
    const fs::path folder = folder_of(chunk), mark = folder / "chunk.txt";
    const std::string identity = identity_of(plan_, chunk, sources_.outline, options_);
    if (!run_.resume || read_text_file(mark).value_or("") != identity) {
      GS_TRY(const Replacement permission, owned_->may_replace_inside(folder));
      GS_CHECK(remove_folder(permission));
    }
    GS_CHECK(make_folder(folder));
    return write_file(mark, identity);
  }

  // True if both result files of the chunk exist.
  bool is_over(std::size_t chunk) const {
    std::error_code ignored;
    return fs::exists(folder_of(chunk) / "cell.ply", ignored) && fs::exists(folder_of(chunk) / "far.ply", ignored);
  }

  // Views, nearby points and actors of a chunk, with the sky dome of the whole drive.
  Result<TrainingData> data_of(std::size_t chunk) {
    TrainingData data{.sky_dome = plan_.dome};
    GS_TRY(data.views, sources_.load_views(plan_.chunks[chunk].views));
    for (const ColoredPoint& point : sources_.outline.points) {
      if (is_finite(point.position) && plan_.is_near(chunk, point.position)) data.points.push_back(point);
    }
    actors_.add_to(data);
    return data;
  }

  // Trains one chunk to its end, or skips it if it is finished.
  Result<void> train_chunk(std::size_t chunk) {
    GS_CHECK(prepare_folder(chunk));
    ChunkReport report{.begin_m = plan_.chunks[chunk].begin_m,
                       .end_m = plan_.chunks[chunk].end_m,
                       .views = plan_.chunks[chunk].views.size()};
    if (is_over(chunk)) {
      report.resumed = true;
      report_.chunks.push_back(report);
      log_ += format("chunk {}: finished earlier\n", chunk);
      return actors_.take(folder_of(chunk));
    }
    GS_TRY(TrainingData data, data_of(chunk));
    TrainingRun own = run_;
    own.output = folder_of(chunk), own.resume = true;
    // Every chunk chooses its refinements: exposure and poses may be good on one part of a drive and bad on another.
    // Offsets of the poses of an actor would differ between chunks, and its trajectory is one.
    TrainingOptions alike = options_;
    alike.training.refine_actor_poses = false;
    GS_TRY(const ChosenRun chosen, choose_run(data, alike, own, sources_.make_engine, progress_));
    GS_TRY(const auto engine, sources_.make_engine(std::move(data), chosen.options));
    if (chunk > 0) GS_CHECK(take_over(chunk, *engine));
    GS_TRY(const TrainingReport trained, train(*engine, chosen.options, chosen.run, progress_));
    report_.training_time_s += trained.training_time_s;
    report_.memory_bytes = std::max(report_.memory_bytes, trained.memory_bytes);
    report.psnr_db = trained.last.psnr_db;
    report_.chunks.push_back(report);
    log_ += format("chunk {}: {:.0f} m to {:.0f} m, {} views, psnr {:.3f} dB by itself\n", chunk, report.begin_m,
                   report.end_m, report.views, report.psnr_db);
    GS_CHECK(actors_.take(folder_of(chunk)));
    return keep_parts(chunk, *engine);
  }

  // Initial cloud of a chunk: nearby Gaussians of earlier chunks, the shared sky dome as the previous chunk left it,
  // and new Gaussians only at positions that no earlier chunk owns. A resumed run loads its checkpoint afterwards,
  // which replaces this state.
  Result<void> take_over(std::size_t chunk, TrainingEngine& engine) const {
    GS_TRY(TrainingState state, engine.copy_state());
    GS_TRY(GaussianCloud known, load_part(folder_of(chunk - 1) / "far.ply"));
    for (std::size_t k = 0; k < chunk; ++k) {
      GS_TRY(const GaussianCloud cell, load_part(folder_of(k) / "cell.ply"));
      std::vector<uint32_t> around = owned_by(plan_, k, chunk - 1, cell.view());
      std::erase_if(around, [&](uint32_t i) { return !plan_.is_near(chunk, cell.view().position_of(i)); });
      GS_TRY(const GaussianCloud part, gather(cell.view(), around));
      GS_TRY(known, concatenate(std::as_const(known).view(), part.view()));
    }
    const CloudView begun = std::as_const(state.cloud).view();
    std::vector<uint32_t> fresh;
    for (uint32_t i = 0; i < begun.size; ++i) {
      const Vec3f p = begun.position_of(i);
      if (!plan_.is_far(p) && !plan_.owner_of(p, chunk - 1)) fresh.push_back(i);
    }
    const std::size_t room = std::max<std::size_t>(options_.training.max_gaussians, known.size() + 1) - known.size();
    if (fresh.size() > room) {  // keep an evenly spaced subset
      for (std::size_t i = 0; i < room; ++i) fresh[i] = fresh[i * fresh.size() / room];
      fresh.resize(room);
    }
    GS_TRY(const GaussianCloud kept, gather(begun, fresh));
    GS_TRY(state.cloud, concatenate(kept.view(), std::as_const(known).view()));
    GS_TRY(state.adam, make_adam_state(state.cloud.size(), state.cloud.sh_degree()));
    return engine.set_state(std::move(state));
  }

  // Saves the chunk's result: far.ply (sky dome) and cell.ply (Gaussians it owns now).
  Result<void> keep_parts(std::size_t chunk, TrainingEngine& engine) const {
    GS_TRY(const TrainingState state, engine.copy_state());
    GS_TRY(const GaussianCloud finished, finished_cloud(state.cloud.view()));
    std::vector<uint32_t> far;
    for (uint32_t i = 0; i < finished.size(); ++i) {
      if (plan_.is_far(finished.view().position_of(i))) far.push_back(i);
    }
    GS_CHECK(save_chosen(folder_of(chunk) / "far.ply", finished.view(), far));
    return save_chosen(folder_of(chunk) / "cell.ply", finished.view(), owned_by(plan_, chunk, chunk, finished.view()));
  }
  Result<void> save_chosen(const fs::path& path, const CloudView& cloud, std::span<const uint32_t> chosen) const {
    GS_TRY(const GaussianCloud part, gather(cloud, chosen));
    return save_ply(path, part.view(), PlyFlavor::bundle);
  }

  // Merged cloud: the Gaussians that each chunk owns after the last one, and the sky dome of the last chunk.
  Result<void> merge() {
    GS_TRY(GaussianCloud all, load_part(folder_of(plan_.chunks.size() - 1) / "far.ply"));
    for (std::size_t k = 0; k < plan_.chunks.size(); ++k) {
      GS_TRY(const GaussianCloud cell, load_part(folder_of(k) / "cell.ply"));
      const std::vector<uint32_t> own = owned_by(plan_, k, plan_.chunks.size() - 1, cell.view());
      report_.chunks[k].gaussians = own.size();
      GS_TRY(const GaussianCloud part, gather(cell.view(), own));
      GS_TRY(all, concatenate(part.view(), std::as_const(all).view()));
    }
    const auto last = static_cast<uint64_t>(options_.training.iterations);
    report_.checkpoint = run_.output / options_.output.checkpoint_dir / format("iteration_{}", last);
    GS_CHECK(make_folder(report_.checkpoint.parent_path()));
    GS_TRY(const Replacement permission, owned_->may_replace_inside(report_.checkpoint));
    GS_TRY(OutputFolder place, OutputFolder::create(permission));
    GS_CHECK(save_ply(place.path() / "point_cloud.ply", std::as_const(all).view(), PlyFlavor::bundle));
    GS_CHECK(place.commit());
    return evaluate(std::move(all));
  }

  // The actors that a chunk made better, and the quality of all.
  Result<void> merge_actors() {
    report_.actors = actors_.reports();
    if (report_.actors.empty()) return {};
    GS_TRY(const Replacement permission, owned_->may_replace_inside(run_.output / "actors"));
    GS_TRY(OutputFolder place, OutputFolder::create(permission));
    GS_CHECK(actors_.save(place.path()));
    return place.commit();
  }

  // Quality of the merged cloud with the actors. Each view is rendered once, with the chunk in whose cell it lies;
  // held-out views, or all if none is held out.
  Result<void> evaluate(GaussianCloud all) {
    const std::vector<TrainingView>& outline = sources_.outline.views;
    const bool held_out = std::any_of(outline.begin(), outline.end(), [](const TrainingView& v) { return v.held_out; });
    const std::size_t gaussians = all.size();
    GS_TRY(const auto rasterizer, make_rasterizer(Backend::automatic));
    std::vector<GaussianCloud> assets;
    for (const TrainedActor& actor : actors_.now()) {
      GS_TRY(GaussianCloud asset, copy_of(actor.painted->view()));
      assets.push_back(std::move(asset));
    }
    GS_CHECK(rasterizer->upload(std::move(all), std::move(assets)));
    QualitySummary whole;
    progress_.begin("comparing", plan_.chunks.size(), "chunks");
    for (std::size_t k = 0; k < plan_.chunks.size(); ++k) {
      if (progress_.stop_requested()) return fail(ErrorCode::interrupted, "stopped while comparing");
      std::vector<std::size_t> own;
      for (const std::size_t i : plan_.chunks[k].views) {
        const Vec3f place = cast<float>(outline[i].map_from_camera.translation);
        if (outline[i].held_out == held_out && plan_.cell_of(place) == k) own.push_back(i);
      }
      GS_TRY(std::vector<TrainingView> views, sources_.load_views(own));
      QualitySummary chunk;
      for (TrainingView& photo : views) {
        const TrainingView view =
            scaled_down(std::move(photo), options_.training.image_scale, options_.training.max_image_side);
        GS_TRY(const ImageMetrics metrics, compare(*rasterizer, view));
        if (metrics.pixels == 0) continue;  // entirely masked
        whole.add(view, metrics), chunk.add(view, metrics);
      }
      report_.chunks[k].merged_psnr_db = chunk.finish(held_out).psnr_db;
      progress_.advance(k + 1);
    }
    progress_.finish();
    report_.last = whole.finish(held_out);
    report_.held_out = held_out;
    report_.best_psnr_db = report_.last.psnr_db;
    report_.best_iteration = static_cast<uint64_t>(options_.training.iterations);
    report_.iterations = {
        {report_.best_iteration, report_.last.psnr_db, report_.last.ssim, 0, static_cast<uint64_t>(gaussians)}};
    return {};
  }

  // Renders with the filter of training. Per-image corrections (exposure, pose, vignetting) are not applied: each chunk
  // learned its own, and the merged cloud has none.
  Result<ImageMetrics> compare(Rasterizer& rasterizer, const TrainingView& view) {
    std::vector<SplatInstance> instances;
    for (const ActorSighting& sighting : view.actors) {
      instances.push_back({.asset = sighting.actor, .map_from_asset = sighting.map_from_actor});
    }
    const RenderView render{.camera = view.camera, .map_from_camera = view.map_from_camera, .instances = instances};
    RenderSettings settings = render_settings(options_);
    settings.far_m = far_plane_m(plan_.dome.radius_m);
    GS_TRY(const std::vector<SplatImage> images, rasterizer.render({&render, 1}, settings));
    const std::vector<float> planes = planes_of(images.front());
    const float* p = planes.data();
    const std::size_t pixels = planes.size() / 3;
    return loss_.compare({view.camera.width, view.camera.height, {p, p + pixels, p + 2 * pixels}}, view.target());
  }

  Result<void> write_report() {
    for (const IterationReport& line : report_.iterations) {
      log_ += format("iteration {}: psnr {:.3f} dB, ssim {:.4f}, {} Gaussians in {} chunks, no image corrections\n",
                     line.iteration, line.psnr_db, line.ssim, line.gaussians, plan_.chunks.size());
    }
    GS_CHECK(write_file(run_.output / "metrics.json", metrics_json(report_)));
    GS_CHECK(write_file(run_.output / "training_log.txt", log_));
    return write_file(run_.output / "training_report.json",
                      training_report_json(report_, options_, run_.dataset_commit));
  }

  std::optional<OwnedFolder> owned_;  // lock on the output folder during the run
  const ChunkPlan& plan_;
  ChunkSources sources_;
  const TrainingOptions& options_;
  const TrainingRun& run_;
  Progress& progress_;
  ChunkActors actors_;
  TrainingReport report_;
  ImageLoss loss_;
  std::string log_;
};

}  // namespace

Result<TrainingReport> train_in_chunks(const ChunkPlan& plan, ChunkSources sources, const TrainingOptions& options,
                                       const TrainingRun& run, Progress& progress) {
  return ChunkedRun(plan, std::move(sources), options, run, progress).go();
}

}  // namespace gs::splat::train
