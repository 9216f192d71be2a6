// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// CUDA graph of a frame: kernels are recorded once and launched together, without host work between them.
#pragma once

#include <utility>

#include "gs/splat/cuda/device.h"

namespace gs::splat::cuda {

// Owns an instantiated graph; empty until recorded.
class FrameGraph {
 public:
  FrameGraph() = default;
  FrameGraph(FrameGraph&& other) noexcept : graph_(std::exchange(other.graph_, nullptr)) {}
  FrameGraph& operator=(FrameGraph&& other) noexcept { return std::swap(graph_, other.graph_), *this; }
  ~FrameGraph();

  // True if there is a graph to launch.
  bool is_recorded() const { return graph_ != nullptr; }
  // Records the work that `enqueue` puts into the stream, without running it. `enqueue` must not wait or allocate.
  template <class Enqueue>
  static Result<FrameGraph> record(const gs::cuda::Stream& stream, Enqueue enqueue) {
    GS_CHECK(begin(stream));
    const Result<void> enqueued = enqueue();
    GS_TRY(FrameGraph graph, end(stream));
    GS_CHECK(enqueued);
    return graph;
  }
  // Runs the recorded work in the stream; does not wait for it.
  Result<void> launch(const gs::cuda::Stream& stream) const;

 private:
  static Result<void> begin(const gs::cuda::Stream& stream);
  static Result<FrameGraph> end(const gs::cuda::Stream& stream);
  cudaGraphExec_t graph_ = nullptr;
};

}  // namespace gs::splat::cuda
