// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/cuda/frame_graph.h"

namespace gs::splat::cuda {

FrameGraph::~FrameGraph() {
  if (graph_ != nullptr) cudaGraphExecDestroy(graph_);
}

// Thread-local capture: other threads may keep using CUDA meanwhile.
Result<void> FrameGraph::begin(const gs::cuda::Stream& stream) {
  return gs::cuda::check(cudaStreamBeginCapture(stream.get(), cudaStreamCaptureModeThreadLocal), "recording a frame");
}

Result<FrameGraph> FrameGraph::end(const gs::cuda::Stream& stream) {
  cudaGraph_t recorded = nullptr;
  GS_CHECK(gs::cuda::check(cudaStreamEndCapture(stream.get(), &recorded), "recording a frame"));
  FrameGraph out;
  // The recorded graph is only a template; the instantiated one is kept.
  const cudaError_t status = cudaGraphInstantiate(&out.graph_, recorded, 0);
  cudaGraphDestroy(recorded);
  GS_CHECK(gs::cuda::check(status, "recording a frame"));
  return out;
}

Result<void> FrameGraph::launch(const gs::cuda::Stream& stream) const {
  return gs::cuda::check(cudaGraphLaunch(graph_, stream.get()), "starting a frame");
}

}  // namespace gs::splat::cuda
