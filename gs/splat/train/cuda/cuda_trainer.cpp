// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/train/cuda/cuda_trainer.h"

#include <algorithm>
#include <cmath>
#include <deque>

#include "gs/splat/cuda/phase_timer.h"
#include "gs/splat/cuda/train/train_memory.h"
#include "gs/splat/train/actors/actor_limits.h"
#include "gs/splat/train/actors/hidden_side.h"
#include "gs/splat/train/actors/visible_actors.h"
#include "gs/splat/train/cuda/records.h"
#include "gs/splat/train/cuda/step_memory.h"
#include "gs/splat/train/density/mcmc.h"
#include "gs/splat/train/density/place_order.h"
#include "gs/splat/train/evaluation.h"
#include "gs/splat/train/image_corrections/refine_images.h"
#include "gs/splat/train/optimise/adam_kernel.h"

namespace gs::splat {
namespace {

using namespace gs::cuda;
using namespace cuda;

// Initial capacity of the splat-tile lists: pairs per Gaussian, and minimum.
constexpr std::size_t kPairsEach = 4, kLeastPairs = 1u << 20;
constexpr double kFullEnough = 0.8;  // fill level above which the capacity is raised
// One thread block works on one tile. Small images have too few tiles to occupy the GPU and take longer than large
// ones.
constexpr double kLeastCoarsePixels = 640 * 360;

std::size_t pixels_of(const train::TrainingView& view) {
  return static_cast<std::size_t>(view.camera.width) * static_cast<std::size_t>(view.camera.height);
}

double gigabytes(std::size_t bytes) { return static_cast<double>(bytes) * 1e-9; }

}  // namespace

struct CudaTrainer::Impl {
  Impl(DeviceInfo info, Stream s, train::TrainingPlan p)
      : device(std::move(info)),
        stream(std::move(s)),
        plan(std::move(p)),
        memory(plan.options.training.deterministic ? Accumulation::exact : Accumulation::fast) {}

  // View, target and camera of one step.
  struct Frame {
    std::size_t view = 0;
    const train::TrainingView& photo;
    const DeviceImage& target;
    ViewF camera{};
    bool depth = false;  // true: depth is rendered, for the geometry losses
    std::vector<train::VisibleActor> actors{};
  };
  // A step whose record has not been read.
  struct Pending {
    std::size_t view = 0;
    const DeviceImage* target = nullptr;
    uint64_t iteration = 0;
    std::vector<train::VisibleActor> actors{};  // whose gradients are in the record
    std::vector<bool> corrects{};               // of them: false in a mirrored step
  };

  Result<void> initialise();
  Result<void> check_memory(std::size_t capacity) const;
  Result<void> reserve(std::size_t capacity);
  Result<void> set_state(const train::TrainingState& state);
  Result<void> load_state(const train::TrainingState& state);  // set_state() without waiting for the steps that follow
  Result<void> check_ready() const;
  Result<train::TrainingState> copy_state();
  std::size_t wanted_capacity(std::size_t size) const;
  bool counts_density() const { return plan.options.training.strategy != "none"; }
  Planes planes_in(float* base, const train::TrainingView& view, bool depth) const {
    const std::size_t pixels = pixels_of(view);
    const auto at = [&](std::size_t k) { return base + k * pixels; };
    return {view.camera.width, view.camera.height, {at(0), at(1), at(2)}, at(3), depth ? at(4) : nullptr};
  }

  Result<Frame> frame_of_step();
  Result<void> forward(const Frame& frame, PhaseTimer* timer);
  void launch_loss(const Frame& frame, StepRecord* record);
  Result<void> launch_step(const Frame& frame, PhaseTimer* timer);
  Result<void> launch_kernels(const Frame& frame, PhaseTimer* timer);
  Result<void> refine();
  Result<bool> lives() const;
  Result<void> refine_on_host();
  Result<bool> take_record();
  void correct(const Pending& step, const StepRecord& record);
  Result<train::StepReport> step(PhaseTimer* timer);
  Result<void> finish();
  AdamStep adam_step(const Frame& frame) const;
  AdamStep actor_step(const Frame& frame, std::size_t actor) const;
  void mirror_actors(const Frame& frame) const;
  void launch_updates(const Frame& frame, const TrainBuffers& buffers, StepRecord* record);
  // True if poses or gains are corrected: of images, or of actors.
  bool with_view_gradients() const { return plan.refine.pose || !plan.data.actors.empty(); }
  std::size_t slots() const { return state.capacity() + actor_gaussians; }
  Result<std::vector<float>> download_view(std::size_t view, bool depth);

  DeviceInfo device;
  Stream stream;
  train::TrainingPlan plan;
  train::ViewOrder order;
  TrainMemory memory;
  DeviceState state;
  std::deque<DeviceState> actors;   // in the order of the data
  std::deque<DeviceImages> images;  // by resolution level
  StepRecords records;
  std::deque<Pending> pending;  // steps whose records are not yet taken, oldest first
  train::CorrectionState corrections;
  std::vector<train::ActorCorrections> actor_corrections;
  train::LensState lenses;  // as of the records taken so far: some steps behind unless every step is waited for
  StepScratch scratch;
  train::ImageLoss metrics;
  train::StepReport report;
  std::size_t actor_gaussians = 0, actor_blocks = 0;  // of all actors
  std::size_t most_pairs = 0, largest_tiles = 0, largest_pixels = 0, largest_blocks = 0;
  bool is_ready = false;  // false after loading a state failed half way
  uint64_t iteration = 0, waited_until = 0, lost = 0;
};

// Room for Gaussians: the cap if the strategy adds some, so that the cloud never moves during training.
std::size_t CudaTrainer::Impl::wanted_capacity(std::size_t size) const {
  const bool grows = plan.options.training.strategy != "none";
  return grows ? std::max<std::size_t>(size, plan.options.training.max_gaussians) : size;
}

// Estimates the device memory before anything is allocated, and fails with the amount and the options that reduce it.
Result<void> CudaTrainer::Impl::check_memory(std::size_t capacity) const {
  const int degree = plan.options.model.sh_degree;
  const Accumulation accumulation = plan.options.training.deterministic ? Accumulation::exact : Accumulation::fast;
  const std::size_t all = capacity + actor_gaussians, pairs = std::max(kPairsEach * all, kLeastPairs);
  std::size_t images_bytes = DeviceImages::bytes_for(plan.data.views), taken = state.bytes() + memory.bytes();
  for (const std::vector<train::TrainingView>& level : plan.coarse) images_bytes += DeviceImages::bytes_for(level);
  for (const DeviceImages& level : images) taken += level.bytes();
  for (const DeviceState& actor : actors) taken += actor.bytes();
  const std::size_t needed = DeviceState::bytes_for(capacity, degree) +
                             DeviceState::bytes_for(actor_gaussians, degree) + images_bytes +
                             TrainMemory::bytes_for(all, pairs, largest_tiles, accumulation) +
                             StepScratch::bytes_for({capacity, largest_pixels});
  std::size_t free_bytes = 0, total_bytes = 0;
  GS_CHECK(check(cudaMemGetInfo(&free_bytes, &total_bytes), "querying GPU memory"));
  const std::size_t there = free_bytes + taken;
  if (needed <= there) return {};
  return fail(ErrorCode::device_out_of_memory,
              "GPU_OUT_OF_MEMORY: training up to {} Gaussians of SH degree {} on {} images needs {:.2f} GB of GPU "
              "memory, {:.2f} GB of {:.2f} GB are free",
              capacity, degree, plan.data.views.size(), gigabytes(needed), gigabytes(there), gigabytes(total_bytes))
      .with_hint("lower max_gaussians, sh_degree, image_scale or max_image_side, or use the backend cpu");
}

// Allocates the lists and the scratch memory of a step for `capacity` Gaussians and the largest image of the plan.
Result<void> CudaTrainer::Impl::reserve(std::size_t capacity) {
  const std::size_t all = capacity + actor_gaussians;
  GS_CHECK(memory.reserve(all, std::max(kPairsEach * all, kLeastPairs), largest_tiles));
  return scratch.reserve({capacity, largest_pixels, largest_blocks, with_view_gradients(), actor_blocks});
}

// Sizes the scratch memory by the largest view, then uploads the initial cloud and the images of all resolutions.
Result<void> CudaTrainer::Impl::initialise() {
  for (std::size_t i = 0; i < plan.data.views.size(); ++i) {
    const CameraD& camera = plan.data.views[i].camera;
    largest_pixels = std::max(largest_pixels, pixels_of(plan.data.views[i]));
    largest_tiles = std::max(largest_tiles, TrainMemory::tiles_of(TrainMemory::grid_of(camera)));
    largest_blocks = std::max(largest_blocks, loss_blocks(camera.width, camera.height));
  }
  for (const train::TrainedActor& actor : plan.data.actors) {
    actor_gaussians += actor.painted->size(), actor_blocks += pose_blocks(actor.painted->size());
  }
  GS_CHECK(records.create());
  GS_CHECK(check_memory(wanted_capacity(0)));  // before the host builds a cloud of that size
  GS_TRY(const train::TrainingState start, train::initial_state(plan));
  GS_CHECK(check_memory(wanted_capacity(start.cloud.size())));
  GS_CHECK(images.emplace_back().upload(plan.data.views, stream));
  for (const std::vector<train::TrainingView>& level : plan.coarse)
    GS_CHECK(images.emplace_back().upload(level, stream));
  return set_state(start);
}

// Every step of the first round after loading is waited for, until the list capacity is known to suffice.
Result<void> CudaTrainer::Impl::set_state(const train::TrainingState& from) {
  GS_CHECK(load_state(from));
  waited_until = iteration + plan.trainable.size();
  return {};
}

// The checks and finish() come first: an error there leaves the old state usable. From the first upload on it is lost.
Result<void> CudaTrainer::Impl::load_state(const train::TrainingState& from) {
  GS_CHECK(train::check_state(plan, from));
  GS_CHECK(finish());
  const std::size_t capacity = wanted_capacity(from.cloud.size());
  GS_CHECK(check_memory(capacity));
  is_ready = false;
  GS_CHECK(state.upload(from, capacity, counts_density(), stream));
  actors.resize(from.actors.size());
  for (std::size_t k = 0; k < actors.size(); ++k) GS_CHECK(actors[k].upload(from.actors[k], stream));
  GS_CHECK(reserve(state.capacity()));
  corrections = from.corrections;
  actor_corrections = from.actor_corrections;
  if (actor_corrections.empty()) actor_corrections = train::initial_actor_corrections(plan.actor_corrections);
  lenses = from.lenses;
  iteration = from.iteration;
  is_ready = true;
  return {};
}

// Error if loading a state failed half way: the content of the device is then undefined.
Result<void> CudaTrainer::Impl::check_ready() const {
  if (is_ready) return {};
  return fail(ErrorCode::device_out_of_memory, "there is no state on the GPU: loading the last one failed")
      .with_hint("resume from the last checkpoint with fewer Gaussians or smaller images");
}

// Downloads cloud, Adam moments and corrections after all steps in flight have been read.
Result<train::TrainingState> CudaTrainer::Impl::copy_state() {
  GS_CHECK(check_ready());
  GS_CHECK(finish());
  GS_TRY(train::TrainingState out, state.download(stream));
  out.iteration = iteration;
  out.corrections = corrections;
  out.actor_corrections = actor_corrections;
  out.lenses = lenses;
  for (const DeviceState& actor : actors) {
    GS_TRY(train::ActorState copy, actor.download_actor(stream));
    out.actors.push_back(std::move(copy));
  }
  return out;
}

// Chooses view, resolution and camera of the next step. If the view has corrections and earlier steps with it are still
// in flight, their records are read first, so that the corrections are up to date.
Result<CudaTrainer::Impl::Frame> CudaTrainer::Impl::frame_of_step() {
  const std::size_t view = order.view_of_step(plan, iteration);
  const auto under_way = [&] {
    return std::any_of(pending.begin(), pending.end(), [&](const Pending& p) { return p.view == view; });
  };
  while (!corrections.values.empty() && under_way()) {
    GS_TRY(const bool had_room, take_record());
    lost += !had_room;
  }
  const int level = train::level_of_step(plan, iteration, view);
  const train::LoopOptions& loop = plan.options.training;
  Frame frame{.view = view,
              .photo = train::view_at(plan, level, view),
              .target = images[static_cast<std::size_t>(level)][view]};
  frame.depth =
      (loop.depth_weight > 0 && frame.target.run_count > 0) || (loop.sky_weight > 0 && frame.target.sky != nullptr);
  GS_TRY(frame.camera, train::corrected_view(plan, corrections, frame.photo, view));
  GS_TRY(frame.actors, train::visible_actors(plan, corrections, actor_corrections, frame.photo, view));
  return frame;
}

// Projects, bins and renders the frame into scratch.image.
Result<void> CudaTrainer::Impl::forward(const Frame& frame, PhaseTimer* timer) {
  std::vector<ScenePart> parts{{state.cloud(), frame.camera}};
  for (const train::VisibleActor& visible : frame.actors) {
    parts.push_back({actors[visible.actor].cloud(), visible.view});
  }
  GS_CHECK(memory.prepare(parts, stream));
  if (timer != nullptr) GS_CHECK(timer->mark("lists", stream));
  launch_train_raster(frame.camera, TrainMemory::grid_of(frame.camera), memory.buffers(),
                      planes_in(scratch.image.get(), frame.photo, frame.depth), stream.get());
  return {};
}

// Rates, penalties and noise of the step that is about to run. The kernel divides the penalties by the number of
// Gaussians seen, which the host does not know yet; hence penalty_of_step(plan, 1).
AdamStep CudaTrainer::Impl::adam_step(const Frame& frame) const {
  const train::LoopOptions& loop = plan.options.training;
  const train::AdamRates rates = train::rates_of_step(plan, iteration);
  const train::AdamBias bias = train::adam_bias(state.steps + 1);
  const auto rate = [&](double r) { return static_cast<float>(bias.first * r); };
  return {.position = rate(rates.position),
          .log_scale = rate(rates.log_scale),
          .rotation = rate(rates.rotation),
          .opacity = rate(rates.opacity_logit),
          .color = rate(rates.color),
          .color_rest = rate(rates.color_rest),
          .root = bias.root,
          .active_coefficients =
              sh_coefficients(std::min(train::active_sh_degree(plan, iteration), plan.options.model.sh_degree)),
          .penalty = train::penalty_of_step(plan, 1),
          .with_noise = loop.strategy == "mcmc",
          .half_width = 0.5f * static_cast<float>(frame.photo.camera.width),
          .half_height = 0.5f * static_cast<float>(frame.photo.camera.height),
          .noise = train::mcmc_noise_of(loop.seed, iteration + 1, rates.position, plan.distance_m)};
}

// The same for an actor: it has no penalties and no noise, and its own number of steps.
AdamStep CudaTrainer::Impl::actor_step(const Frame& frame, std::size_t actor) const {
  AdamStep out = adam_step(frame);
  const uint64_t steps = actors[actor].steps;
  const train::AdamBias bias = train::adam_bias(steps + 1), other = train::adam_bias(state.steps + 1);
  if (train::is_mirrored_step(plan.mirrors[actor], steps)) out.gate = plan.mirrors[actor];
  for (float* rate : {&out.position, &out.log_scale, &out.rotation, &out.opacity, &out.color, &out.color_rest}) {
    *rate = static_cast<float>(static_cast<double>(*rate) * (bias.first / other.first));
  }
  out.root = bias.root;
  out.penalty = {}, out.with_noise = false;
  return out;
}

// Mirrors the actors whose step is a mirrored one; the second call undoes it.
void CudaTrainer::Impl::mirror_actors(const Frame& frame) const {
  for (const train::VisibleActor& visible : frame.actors) {
    const DeviceState& actor = actors[visible.actor];
    if (train::is_mirrored_step(plan.mirrors[visible.actor], actor.steps)) launch_mirror(actor.buffers(), stream.get());
  }
}

// Enqueues the backward pass through the projection and the Adam step of the background and of all actors in the frame,
// and the record.
void CudaTrainer::Impl::launch_updates(const Frame& frame, const TrainBuffers& buffers, StepRecord* record) {
  const auto tiles = static_cast<uint32_t>(TrainMemory::tiles_of(TrainMemory::grid_of(frame.camera)));
  launch_count_seen(state.size(), buffers, record, stream.get());
  AdamBuffers adam = state.buffers();
  adam.pose_partial = scratch.pose_partial.get();
  launch_adam(adam, frame.camera, buffers, tiles, adam_step(frame), record, stream.get());
  std::size_t slot = state.size(), blocks = pose_blocks(state.size()), number = 0;
  for (const train::VisibleActor& visible : frame.actors) {
    const DeviceState& actor = actors[visible.actor];
    AdamBuffers own = actor.buffers();
    if (adam.pose_partial != nullptr) own.pose_partial = adam.pose_partial + kViewGradients * blocks;
    launch_adam(own, visible.view, from_slot(buffers, slot), tiles, actor_step(frame, visible.actor), record,
                stream.get());
    launch_actor_limits(own.cloud, train::limits_of(plan.data.actors[visible.actor].size_m), stream.get());
    if (own.pose_partial != nullptr && number < train::kCorrectedAtOnce) {
      launch_actor_record(own.pose_partial, pose_blocks(actor.size()), record->actors[number], stream.get());
    }
    slot += actor.size(), blocks += pose_blocks(actor.size()), ++number;
  }
  launch_frame_record(buffers, tiles, adam.pose_partial, blocks, record, stream.get());
}

// Enqueues the photometric loss, which writes the gradients of the colours, then the depth and sky losses, which write
// those of depth and alpha.
void CudaTrainer::Impl::launch_loss(const Frame& frame, StepRecord* record) {
  const train::LoopOptions& loop = plan.options.training;
  const ConstPlanes rendered = as_const(planes_in(scratch.image.get(), frame.photo, frame.depth));
  const Planes by_image = planes_in(scratch.gradient.get(), frame.photo, frame.depth);
  launch_image_loss(
      frame.target.loss(loop.dssim_weight, train::exposure_of(plan, corrections, lenses, frame.photo, frame.view),
                        !lenses.values.empty()),
      rendered, by_image, {scratch.terms.get(), scratch.partial.get(), 0}, record, stream.get());
  if (!frame.depth) return;
  const GeometryTarget target{frame.target.runs,
                              frame.target.inverse,
                              frame.target.run_count,
                              frame.target.sky,
                              frame.target.mask,
                              static_cast<float>(loop.depth_weight),
                              static_cast<float>(loop.sky_weight),
                              static_cast<float>(plan.sky_far_m),
                              frame.camera.camera};
  launch_geometry_loss(target, rendered, by_image, scratch.geometry(), record, stream.get());
}

// Enqueues all kernels of one step, with the actors of mirrored steps mirrored meanwhile. Nothing here waits for the
// device.
Result<void> CudaTrainer::Impl::launch_step(const Frame& frame, PhaseTimer* timer) {
  mirror_actors(frame);
  const Result<void> launched = launch_kernels(frame, timer);
  mirror_actors(frame);
  return launched;
}

// Render, loss, backward, Adam, record.
Result<void> CudaTrainer::Impl::launch_kernels(const Frame& frame, PhaseTimer* timer) {
  const auto mark = [&](const char* name) -> Result<void> {
    return timer != nullptr ? timer->mark(name, stream) : Result<void>();
  };
  const TileGrid grid = TrainMemory::grid_of(frame.camera);
  GS_TRY(StepRecord* const record, records.begin(stream));
  GS_CHECK(mark("start"));
  GS_CHECK(forward(frame, timer));
  GS_CHECK(mark("raster"));
  launch_loss(frame, record);
  GS_CHECK(mark("loss"));
  TrainBuffers buffers = memory.buffers();
  // Unit of the fixed-point sums in deterministic mode: the gradient of one pixel's colour is of this size.
  buffers.gradient_unit = static_cast<float>(1.0 / (3.0 * frame.target.pixels()));
  Planes by_image = planes_in(scratch.gradient.get(), frame.photo, frame.depth);
  // Only the geometry losses have gradients by depth and alpha.
  if (!frame.depth) by_image.alpha = nullptr;
  launch_train_raster_backward(frame.camera, grid, buffers,
                               as_const(planes_in(scratch.image.get(), frame.photo, frame.depth)), as_const(by_image),
                               stream.get());
  GS_CHECK(mark("backward"));
  launch_updates(frame, buffers, record);
  GS_CHECK(mark("adam"));
  GS_CHECK(check(cudaGetLastError(), "training"));
  Pending& step = pending.emplace_back(frame.view, &frame.target, iteration, frame.actors);
  for (const train::VisibleActor& visible : frame.actors) {
    step.corrects.push_back(!train::is_mirrored_step(plan.mirrors[visible.actor], actors[visible.actor].steps));
  }
  return records.end(stream);
}

// Updates vignetting of the camera, exposure and pose of the view, and gains and poses of its actors, with the same
// code as the CPU.
void CudaTrainer::Impl::correct(const Pending& step, const StepRecord& record) {
  train::ImageGradient by{.pose = record.pose};
  for (std::size_t c = 0; c < 3; ++c) {
    by.exposure.correction.log_gain[c] = static_cast<float>(record.gain[c]);
    by.exposure.correction.bias[c] = static_cast<float>(record.bias[c]);
    by.exposure.lens.terms[c] = static_cast<float>(record.lens[c][0] + record.lens[c][1] + record.lens[c][2]);
  }
  train::correct_image(plan, corrections, lenses, step.view, step.iteration, by);
  for (std::size_t k = 0; k < std::min(step.actors.size(), train::kCorrectedAtOnce); ++k) {
    if (!step.corrects[k]) continue;
    const float* const g = record.actors[k];
    const train::ActorViewGradient gradient{.log_gain = cast<double>(Vec3f{g[6], g[7], g[8]}),
                                            .pose = {{g[0], g[1], g[2]}, {g[3], g[4], g[5]}}};
    train::correct_visible_actor(plan, actor_corrections, step.actors[k], step.view, step.iteration, gradient);
  }
}

// Reads the oldest record into the report and updates the corrections. Returns false if the lists overflowed in that
// step, which then had no effect.
Result<bool> CudaTrainer::Impl::take_record() {
  GS_TRY(const StepRecord record, records.take());
  const Pending step = std::move(pending.front());
  pending.pop_front();
  most_pairs = std::max<std::size_t>(most_pairs, record.pairs);
  if (record.pairs > memory.pair_capacity()) return false;
  const train::LoopOptions& loop = plan.options.training;
  const DeviceImage& target = *step.target;
  const double weight = target.windows > 0 ? loop.dssim_weight : 0.0;
  const double l1 = record.l1[0] + record.l1[1] + record.l1[2], ssim = record.ssim[0] + record.ssim[1] + record.ssim[2];
  train::LossValue& loss = report.loss;
  loss.l1 = target.kept > 0 ? l1 / (3 * target.kept) : 0.0;
  loss.ssim = weight > 0 ? ssim / (3 * target.windows) : 1.0;
  loss.depth = record.depth_count > 0 ? record.depth / record.depth_count : 0.0;
  loss.sky = record.sky / target.pixels();
  loss.total =
      (1 - weight) * loss.l1 + weight * (1 - loss.ssim) + loop.depth_weight * loss.depth + loop.sky_weight * loss.sky;
  report.visible = record.visible;
  correct(step, record);
  return true;
}

// Waits for all steps and reads their records.
Result<void> CudaTrainer::Impl::finish() {
  while (!records.is_empty()) {
    GS_TRY(const bool had_room, take_record());
    lost += !had_room;
  }
  return {};
}

// Density control: MCMC on the device, adaptive density control on the host.
Result<void> CudaTrainer::Impl::refine() {
  const train::LoopOptions& loop = plan.options.training;
  if (loop.strategy != "mcmc") return refine_on_host();
  const train::McmcOptions options{.seed = loop.seed, .max_gaussians = static_cast<std::size_t>(loop.max_gaussians)};
  const McmcRefine how{options.seed, iteration, static_cast<float>(options.dead_opacity)};
  const McmcBuffers buffers = scratch.mcmc();
  GS_CHECK(check(launch_mcmc_relocate(state.buffers(), buffers, how, stream.get()), "relocating Gaussians"));
  GS_TRY(const bool any_lives, lives());
  const std::size_t after = any_lives ? train::mcmc_grown_size(state.size(), options) : state.size();
  GS_CHECK(
      check(launch_mcmc_add(state.buffers(), after - state.size(), buffers, how, stream.get()), "adding Gaussians"));
  GS_CHECK(state.clear_density(stream));
  state.grow(after);
  if (!train::sorts_after(plan, iteration)) return {};
  return check(launch_sort_by_place(state.buffers(), scratch.place(), stream.get()), "sorting Gaussians");
}

// True if any Gaussian is alive after relocation (total weight > 0). Waits for the device; refinements are rare.
Result<bool> CudaTrainer::Impl::lives() const {
  uint64_t weight = 0;
  GS_CHECK(copy_to_host(&weight, scratch.weights.get() + state.size(), 1, stream));
  GS_CHECK(stream.wait());
  return weight > 0;
}

// Adaptive density control changes the whole cloud and runs rarely, so it uses the CPU implementation.
Result<void> CudaTrainer::Impl::refine_on_host() {
  GS_TRY(train::TrainingState copy, copy_state());
  GS_CHECK(train::refine_by_adc(plan, copy));
  if (train::sorts_after(plan, iteration)) GS_CHECK(train::sort_by_place(copy));
  return load_state(copy);
}

Result<train::StepReport> CudaTrainer::Impl::step(PhaseTimer* timer) {
  GS_CHECK(check_ready());
  // Raise the capacity before the lists are full.
  const bool waits = plan.options.training.deterministic || iteration < waited_until;
  if (static_cast<double>(most_pairs) > kFullEnough * static_cast<double>(memory.pair_capacity())) {
    GS_CHECK(finish());
    GS_CHECK(memory.reserve(slots(), most_pairs + most_pairs / 2, largest_tiles));
  }
  GS_TRY(const Frame frame, frame_of_step());
  GS_CHECK(launch_step(frame, timer));
  // In the first round (and in deterministic mode) wait for the step, and repeat it with more capacity if it
  // overflowed.
  // A step that overflowed had no effect (the kernels check the pair count), so launching it again is safe.
  while (waits) {
    bool had_room = true;
    while (!records.is_empty()) {
      GS_TRY(had_room, take_record());
    }
    if (had_room) break;
    GS_CHECK(memory.reserve(slots(), most_pairs + most_pairs / 2, largest_tiles));
    GS_CHECK(launch_step(frame, nullptr));
  }
  // Otherwise read only records that are ready; wait if the host is kSlots steps ahead.
  while (records.is_full() || records.is_ready()) {
    GS_TRY(const bool had_room, take_record());
    lost += !had_room;
  }
  ++state.steps;
  for (const train::VisibleActor& visible : frame.actors) ++actors[visible.actor].steps;
  ++iteration;
  if (train::refines_after(plan, iteration)) GS_CHECK(refine());
  return report;
}

// Renders a view at full resolution and copies it to the host: corrected colours, alpha and, if asked for, depth.
Result<std::vector<float>> CudaTrainer::Impl::download_view(std::size_t view, bool depth) {
  GS_CHECK(check_ready());
  GS_CHECK(finish());
  const train::TrainingView& photo = plan.data.views[view];
  Frame frame{.view = view, .photo = photo, .target = images[0][view], .depth = depth};
  GS_TRY(frame.camera, train::corrected_view(plan, corrections, photo, view));
  GS_TRY(frame.actors, train::visible_actors(plan, corrections, actor_corrections, photo, view));
  // Renders again with more capacity until the splat-tile lists hold all pairs; the count is exact after one overflow.
  while (true) {
    GS_CHECK(forward(frame, nullptr));
    uint32_t pairs = 0;
    const std::size_t tiles = TrainMemory::tiles_of(TrainMemory::grid_of(frame.camera));
    GS_CHECK(copy_to_host(&pairs, memory.buffers().lists.begin + tiles, 1, stream));
    GS_CHECK(stream.wait());
    if (pairs <= memory.pair_capacity()) break;
    GS_CHECK(memory.reserve(slots(), std::size_t{pairs} + pairs / 4, largest_tiles));
  }
  std::vector<float> out((depth ? 5 : 4) * pixels_of(photo));
  GS_CHECK(copy_to_host(out.data(), scratch.image.get(), out.size(), stream));
  GS_CHECK(stream.wait());
  if (train::refines_exposure(plan)) {
    const Planes planes = planes_in(out.data(), photo, depth);
    train::apply_exposure(train::exposure_of(plan, corrections, lenses, photo, view), as_const(planes), planes);
  }
  return out;
}

Result<void> find_training_gpu() {
  GS_CHECK(find_device());
  return {};
}

CudaTrainer::CudaTrainer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
CudaTrainer::~CudaTrainer() {
  if (impl_ != nullptr) cudaStreamSynchronize(impl_->stream.get());
}

Result<std::unique_ptr<CudaTrainer>> CudaTrainer::create(train::TrainingData data,
                                                         const train::TrainingOptions& options) {
  GS_TRY(DeviceInfo device, find_device());
  GS_TRY(Stream stream, Stream::create());
  GS_TRY(train::TrainingPlan plan, train::make_training_plan(std::move(data), options, kLeastCoarsePixels));
  auto impl = std::make_unique<Impl>(std::move(device), std::move(stream), std::move(plan));
  GS_CHECK(impl->initialise());
  return std::unique_ptr<CudaTrainer>(new CudaTrainer(std::move(impl)));
}

std::string CudaTrainer::name() const { return format("cuda ({})", impl_->device.name); }
uint64_t CudaTrainer::iteration() const { return impl_->iteration; }
std::size_t CudaTrainer::gaussians() const { return impl_->state.size(); }
uint64_t CudaTrainer::lost_steps() const { return impl_->lost; }
train::StepReport CudaTrainer::last_report() const { return impl_->report; }
Result<train::StepReport> CudaTrainer::step() { return impl_->step(nullptr); }

Result<std::vector<Phase>> CudaTrainer::timed_step() {
  PhaseTimer timer;
  GS_CHECK(impl_->step(&timer));
  GS_CHECK(wait());
  return timer.phases();
}

Result<void> CudaTrainer::wait() {
  GS_CHECK(impl_->finish());
  return impl_->stream.wait();
}

std::size_t CudaTrainer::memory_bytes() const {
  const Impl& i = *impl_;
  std::size_t bytes = i.memory.bytes() + i.state.bytes() + i.scratch.bytes();
  for (const DeviceState& actor : i.actors) bytes += actor.bytes();
  for (const DeviceImages& level : i.images) bytes += level.bytes();
  return bytes;
}

std::span<const train::TrainingView> CudaTrainer::views() const { return impl_->plan.data.views; }
std::span<const double> CudaTrainer::key_times_s(std::size_t actor) const {
  return impl_->plan.actor_corrections[actor].times_s;
}
std::span<const train::TrainedActor> CudaTrainer::actors() const { return impl_->plan.data.actors; }

Result<SplatImage> CudaTrainer::render_view(std::size_t view) {
  GS_TRY(std::vector<float> planes, impl_->download_view(view, false));
  return train::to_splat_image(as_const(impl_->planes_in(planes.data(), impl_->plan.data.views[view], false)));
}

Result<train::Evaluation> CudaTrainer::evaluate() {
  std::vector<float> memory;
  return train::evaluate_views(impl_->plan, impl_->metrics, [&](std::size_t i, bool depth) -> Result<ConstPlanes> {
    GS_TRY(memory, impl_->download_view(i, depth));
    return as_const(impl_->planes_in(memory.data(), impl_->plan.data.views[i], depth));
  });
}

Result<train::TrainingState> CudaTrainer::copy_state() { return impl_->copy_state(); }
Result<void> CudaTrainer::set_state(train::TrainingState state) { return impl_->set_state(state); }

}  // namespace gs::splat
