// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Work recorded once and launched many times: the GPU goes from kernel to kernel without the host.
#pragma once

#include <utility>

#include "gs/splat/cuda/device.h"

namespace gs::cuda {

class FrameGraph {
 public:
  FrameGraph() = default;
  FrameGraph(FrameGraph&& other) noexcept : graph_(std::exchange(other.graph_, nullptr)) {}
  FrameGraph& operator=(FrameGraph&& other) noexcept { return std::swap(graph_, other.graph_), *this; }
  ~FrameGraph();

  bool is_recorded() const { return graph_ != nullptr; }
  // What `enqueue` puts into the stream, without doing it; it must not wait or allocate.
  template <class Enqueue>
  static Result<FrameGraph> record(const Stream& stream, Enqueue enqueue) {
    GS_CHECK(begin(stream));
    const Result<void> enqueued = enqueue();
    GS_TRY(FrameGraph graph, end(stream));
    GS_CHECK(enqueued);
    return graph;
  }
  Result<void> launch(const Stream& stream) const;

 private:
  static Result<void> begin(const Stream& stream);
  static Result<FrameGraph> end(const Stream& stream);
  cudaGraphExec_t graph_ = nullptr;
};

}  // namespace gs::cuda
