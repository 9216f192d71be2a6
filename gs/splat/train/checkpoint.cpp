// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/train/checkpoint.h"

#include <array>
#include <cmath>
#include <cstring>

#include "gs/core/file.h"
#include "gs/core/hash/crc32.h"
#include "gs/splat/train/checked_file.h"

namespace gs::splat::train {
namespace {

constexpr FileFormat kFormat{.magic = "GSTC", .name = "checkpoint", .oldest = 3, .newest = 8};
constexpr uint32_t kSelectionVersion = 5;  // first version with IterationReport::selection_psnr_db
constexpr uint32_t kLastClockVersion = 5;  // last version with clock offsets of cameras
constexpr uint32_t kActorVersion = 7;      // first version with actors
constexpr uint32_t kActorGainVersion = 8;  // first version with their gains and offsets
constexpr uint32_t kBareVersion = 6;       // written without actors, so that such files do not change
// Size of an IterationReport in the file, before kSelectionVersion.
constexpr std::size_t kReportBytes = 5 * 8;

Bytes block_bytes(const GaussianCloud& cloud) { return std::as_bytes(cloud.block()); }

template <class T>
Bytes bytes_of(const std::vector<T>& values) {
  return std::as_bytes(std::span(values));
}

// Reads `count` values after checking that the file has that many bytes left.
template <class T>
Result<std::vector<T>> read_values(ByteReader& in, uint64_t count) {
  if (count > in.remaining() / sizeof(T)) {
    return fail(ErrorCode::truncated, "{} values do not fit into {} bytes", count, in.remaining());
  }
  GS_TRY(const Bytes bytes, in.bytes(count * sizeof(T)));
  std::vector<T> values(count);
  if (count > 0) std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

void write_actors(ByteWriter& out, const std::vector<ActorState>& actors) {
  out.u32(static_cast<uint32_t>(actors.size()));
  for (const ActorState& actor : actors) {
    out.u64(actor.adam.steps);
    out.u64(actor.cloud.size());
    out.u32(static_cast<uint32_t>(actor.cloud.sh_degree()));
    for (const GaussianCloud* cloud : {&actor.cloud, &actor.adam.first, &actor.adam.second}) {
      out.bytes(block_bytes(*cloud));
    }
  }
}

void write_triples(ByteWriter& out, const LearnedTriples& triples) {
  out.u64(triples.values.size());
  for (const auto* part : {&triples.values, &triples.first, &triples.second}) out.bytes(bytes_of(*part));
  out.bytes(bytes_of(triples.steps));
}

// Everything before the float blocks, in the order of the layout in checkpoint.h.
std::vector<std::byte> header_of(const Checkpoint& checkpoint) {
  ByteWriter out;
  out.text(kFormat.magic);
  out.u32(checkpoint.state.actors.empty() ? kBareVersion : kActorGainVersion);
  out.u64(checkpoint.state.iteration);
  out.u64(checkpoint.state.adam.steps);
  out.u64(checkpoint.state.cloud.size());
  out.u32(static_cast<uint32_t>(checkpoint.state.cloud.sh_degree()));
  out.put(checkpoint.training_time_s);
  out.string32(checkpoint.options_json);
  const DataFingerprint data = checkpoint.data.value_or(DataFingerprint{});
  out.u32(data.names), out.u32(data.images);
  out.u32(static_cast<uint32_t>(checkpoint.reports.size()));
  for (const IterationReport& report : checkpoint.reports) {
    out.u64(report.iteration);
    out.put(report.psnr_db), out.put(report.ssim), out.put(report.loss);
    out.u64(report.gaussians);
    out.put(report.selection_psnr_db);
  }
  const CorrectionState& corrections = checkpoint.state.corrections;
  out.u64(corrections.values.size());
  for (const auto* part : {&corrections.values, &corrections.first, &corrections.second}) out.bytes(bytes_of(*part));
  out.bytes(bytes_of(corrections.steps));
  const LensState& lenses = checkpoint.state.lenses;
  out.u64(lenses.values.size());
  for (const auto* part : {&lenses.values, &lenses.first, &lenses.second}) out.bytes(bytes_of(*part));
  out.bytes(bytes_of(lenses.steps));
  const DensityStatistics& density = checkpoint.state.density;
  out.u64(density.pull.size());
  out.bytes(bytes_of(density.pull)), out.bytes(bytes_of(density.count));
  if (checkpoint.state.actors.empty()) return std::move(out).take();
  write_actors(out, checkpoint.state.actors);
  out.u32(static_cast<uint32_t>(checkpoint.state.actor_corrections.size()));
  for (const ActorCorrections& actor : checkpoint.state.actor_corrections) {
    write_triples(out, actor.gains), write_triples(out, actor.offsets);
  }
  return std::move(out).take();
}

// Reports of older versions have no PSNR of the selection views: the PSNR of all held-out views stands in for it.
Result<std::vector<IterationReport>> read_reports(ByteReader& in, uint32_t version) {
  GS_TRY(const uint32_t count, in.u32());
  if (count > in.remaining() / kReportBytes) {
    return fail(ErrorCode::truncated, "{} reports do not fit into {} bytes", count, in.remaining());
  }
  std::vector<IterationReport> reports(count);
  for (IterationReport& report : reports) {
    GS_TRY(report.iteration, in.u64());
    GS_TRY(report.psnr_db, in.f64());
    GS_TRY(report.ssim, in.f64());
    GS_TRY(report.loss, in.f64());
    GS_TRY(report.gaussians, in.u64());
    report.selection_psnr_db = report.psnr_db;
    if (version >= kSelectionVersion) {
      GS_TRY(report.selection_psnr_db, in.f64());
    }
  }
  return reports;
}

// Reads a CorrectionState, LensState, LearnedTriples or EarlierClocks: values, both moments, then step counts.
template <class State>
Result<State> read_corrections(ByteReader& in) {
  State out;
  using Value = typename decltype(out.values)::value_type;
  GS_TRY(const uint64_t count, in.u64());
  for (auto* part : {&out.values, &out.first, &out.second}) {
    GS_TRY(*part, read_values<Value>(in, count));
  }
  GS_TRY(out.steps, read_values<uint32_t>(in, count));
  return out;
}

// Clock offsets of the cameras [s], which training learned until version 5.
struct EarlierClocks {
  std::vector<double> values, first, second;
  std::vector<uint32_t> steps;
};
// Reads the clock offsets and returns the largest one; 0 if there are none.
Result<double> read_clock_offset(ByteReader& in, uint32_t version) {
  if (version > kLastClockVersion) return 0.0;
  GS_TRY(const EarlierClocks clocks, read_corrections<EarlierClocks>(in));
  double largest_s = 0;
  for (const double offset_s : clocks.values) {
    if (std::fabs(offset_s) > std::fabs(largest_s)) largest_s = offset_s;
  }
  return largest_s;
}

// Reads the density statistics; empty if the strategy counts none.
Result<DensityStatistics> read_density(ByteReader& in) {
  DensityStatistics out;
  GS_TRY(const uint64_t count, in.u64());
  GS_TRY(out.pull, read_values<float>(in, count));
  GS_TRY(out.count, read_values<float>(in, count));
  return out;
}

// Reads a cloud in the memory layout of GaussianCloud, padding included.
Result<GaussianCloud> read_block(ByteReader& in, uint64_t count, int sh_degree) {
  GS_TRY(GaussianCloud cloud, GaussianCloud::create(count, sh_degree));
  GS_TRY(const Bytes bytes, in.bytes(cloud.block().size_bytes()));
  std::memcpy(cloud.view().position[0], bytes.data(), bytes.size());
  return cloud;
}

// Checks N and the SH degree against the remaining bytes, before memory for the clouds is allocated.
Result<void> check_blocks(const ByteReader& in, uint64_t count, uint32_t sh_degree) {
  if (count == 0 || sh_degree > static_cast<uint32_t>(kMaxShDegree)) {
    return fail(ErrorCode::corrupt, "invalid checkpoint: {} Gaussians, SH degree {}", count, sh_degree);
  }
  // 11 floats of position, scale, rotation and opacity, and the SH coefficients; three such blocks: cloud and both
  // moments.
  const uint64_t floats = 11 + 3 * static_cast<uint64_t>(sh_coefficients(static_cast<int>(sh_degree)));
  if (count > in.remaining() / (3 * sizeof(float) * floats)) {
    return fail(ErrorCode::truncated, "{} Gaussians do not fit into the {} bytes left", count, in.remaining());
  }
  return {};
}

// The three blocks of a cloud with its moments.
Result<void> read_blocks(ByteReader& in, uint64_t count, uint32_t sh_degree, GaussianCloud& cloud, AdamState& adam) {
  GS_CHECK(check_blocks(in, count, sh_degree));
  const int degree = static_cast<int>(sh_degree);
  GS_TRY(cloud, read_block(in, count, degree));
  GS_TRY(adam.first, read_block(in, count, degree));
  GS_TRY(adam.second, read_block(in, count, degree));
  return {};
}

// Reads the actors; none before kActorVersion.
Result<std::vector<ActorState>> read_actors(ByteReader& in, uint32_t version) {
  std::vector<ActorState> out;
  if (version < kActorVersion) return out;
  GS_TRY(const uint32_t count, in.u32());
  if (count > kMostTrainedActors) {
    return fail(ErrorCode::corrupt, "invalid checkpoint: {} actors, at most {}", count, kMostTrainedActors);
  }
  for (uint32_t k = 0; k < count; ++k) {
    ActorState& actor = out.emplace_back();
    GS_TRY(actor.adam.steps, in.u64());
    GS_TRY(const uint64_t gaussians, in.u64());
    GS_TRY(const uint32_t sh_degree, in.u32());
    GS_CHECK(read_blocks(in, gaussians, sh_degree, actor.cloud, actor.adam));
  }
  return out;
}

// Reads gains and offsets of the actors; none before kActorGainVersion.
Result<std::vector<ActorCorrections>> read_actor_corrections(ByteReader& in, uint32_t version) {
  std::vector<ActorCorrections> out;
  if (version < kActorGainVersion) return out;
  GS_TRY(const uint32_t count, in.u32());
  if (count > kMostTrainedActors) {
    return fail(ErrorCode::corrupt, "invalid checkpoint: corrections of {} actors, at most {}", count,
                kMostTrainedActors);
  }
  for (uint32_t k = 0; k < count; ++k) {
    ActorCorrections& actor = out.emplace_back();
    GS_TRY(actor.gains, read_corrections<LearnedTriples>(in));
    GS_TRY(actor.offsets, read_corrections<LearnedTriples>(in));
  }
  return out;
}

}  // namespace

Result<void> save_checkpoint(const std::filesystem::path& path, const Checkpoint& checkpoint) {
  // The float blocks are written from memory without a copy.
  const std::vector<std::byte> header = header_of(checkpoint);
  const TrainingState& state = checkpoint.state;
  const std::array<Bytes, 4> parts{Bytes(header), block_bytes(state.cloud), block_bytes(state.adam.first),
                                   block_bytes(state.adam.second)};
  return write_with_checksum(path, parts);
}

Result<Checkpoint> load_checkpoint(const std::filesystem::path& path) {
  GS_TRY(const MappedFile file, MappedFile::open(path));
  return parse_checkpoint(file.bytes()).with_context("checkpoint " + path.string());
}

Result<Checkpoint> parse_checkpoint(Bytes file) {
  ByteReader in(file);
  GS_TRY(const uint32_t version, read_version(in, kFormat));
  Checkpoint out;
  GS_TRY(out.state.iteration, in.u64());
  GS_TRY(out.state.adam.steps, in.u64());
  GS_TRY(const uint64_t count, in.u64());
  GS_TRY(const uint32_t sh_degree, in.u32());
  GS_TRY(out.training_time_s, in.f64());
  GS_TRY(const std::string_view options, in.string32());
  out.options_json = options;
  // Version 3 has no fingerprint of the data, so a resumed run cannot compare it.
  if (version > kFormat.oldest) {
    out.data.emplace();
    GS_TRY(out.data->names, in.u32());
    GS_TRY(out.data->images, in.u32());
  }
  GS_TRY(out.reports, read_reports(in, version));
  GS_TRY(out.state.corrections, read_corrections<CorrectionState>(in));
  GS_TRY(out.state.lenses, read_corrections<LensState>(in));
  GS_TRY(out.clock_offset_s, read_clock_offset(in, version));
  GS_TRY(out.state.density, read_density(in));
  GS_TRY(out.state.actors, read_actors(in, version));
  GS_TRY(out.state.actor_corrections, read_actor_corrections(in, version));
  GS_CHECK(read_blocks(in, count, sh_degree, out.state.cloud, out.state.adam));
  // The checksum is verified last, because it needs the end of the blocks; all sizes were checked on the way.
  const uint32_t expected = crc32(file.first(in.offset()));
  GS_TRY(const uint32_t stored, in.u32());
  if (stored != expected) return fail(ErrorCode::crc_mismatch, "the checksum does not match: the file is damaged");
  if (!in.at_end()) return fail(ErrorCode::corrupt, "{} unexpected bytes behind the checksum", in.remaining());
  return out;
}

}  // namespace gs::splat::train
