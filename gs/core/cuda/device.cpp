// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/core/cuda/device.h"

#include <atomic>

#include "gs/core/expect.h"

namespace gs::cuda {
namespace {

std::atomic<int> allocations_until_failure{-1};  // negative: none fails
std::atomic<bool> allocation_failed{false};

// Counts an allocation; true for the one that a FailingAllocation wants to fail.
bool fails_now() {
  if (allocations_until_failure.load() < 0 || allocations_until_failure.fetch_sub(1) != 0) return false;
  allocation_failed = true;
  return true;
}

ErrorCode code_of(cudaError_t status) {
  switch (status) {
    case cudaErrorMemoryAllocation:
      return ErrorCode::device_out_of_memory;
    case cudaErrorNoDevice:
    case cudaErrorInsufficientDriver:
    case cudaErrorInitializationError:
    case cudaErrorStubLibrary:
    case cudaErrorNoKernelImageForDevice:
      return ErrorCode::no_device;
    default:
      return ErrorCode::device_error;
  }
}

}  // namespace

Result<void> check(cudaError_t status, const char* doing) {
  if (status == cudaSuccess) return {};
  cudaGetLastError();  // clears the error, so that the next call does not report it again
  return fail(code_of(status), "{}: {}", doing, cudaGetErrorString(status));
}

Result<DeviceInfo> find_device() {
  int count = 0;
  const cudaError_t status = cudaGetDeviceCount(&count);
  if (status != cudaSuccess || count == 0) {
    cudaGetLastError();
    return fail(status == cudaSuccess ? ErrorCode::no_device : code_of(status), "no usable GPU: {}",
                status == cudaSuccess ? "no device" : cudaGetErrorString(status))
        .with_hint("use the backend cpu, or check the driver with nvidia-smi");
  }
  int device = 0;
  GS_CHECK(check(cudaGetDevice(&device), "choosing a GPU"));
  cudaDeviceProp properties{};
  GS_CHECK(check(cudaGetDeviceProperties(&properties, device), "asking the GPU"));
  // 7.5 (Turing) is the oldest architecture that the kernels are compiled for.
  if (properties.major * 10 + properties.minor < 75) {
    return fail(ErrorCode::no_device, "{} has compute capability {}.{}, 7.5 is needed", properties.name,
                properties.major, properties.minor);
  }
  DeviceInfo info{.name = properties.name, .multiprocessors = properties.multiProcessorCount};
  GS_CHECK(check(cudaMemGetInfo(&info.free_bytes, &info.total_bytes), "asking the GPU"));
  return info;
}

Result<Stream> Stream::create() {
  cudaStream_t stream = nullptr;
  GS_CHECK(check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "creating a stream"));
  return Stream(stream);
}
Stream::~Stream() {
  if (stream_ != nullptr) cudaStreamDestroy(stream_);
}

Result<Stopwatch> Stopwatch::create() {
  Stopwatch watch(nullptr, nullptr);  // owns each event as soon as it exists
  GS_CHECK(check(cudaEventCreate(&watch.start_), "creating an event"));
  GS_CHECK(check(cudaEventCreate(&watch.stop_), "creating an event"));
  return watch;
}
Stopwatch::~Stopwatch() {
  if (start_ != nullptr) cudaEventDestroy(start_);
  if (stop_ != nullptr) cudaEventDestroy(stop_);
}
Result<double> Stopwatch::milliseconds() const {
  GS_CHECK(check(cudaEventSynchronize(stop_), "waiting for the GPU"));
  float ms = 0;
  GS_CHECK(check(cudaEventElapsedTime(&ms, start_, stop_), "timing"));
  return static_cast<double>(ms);
}

FailingAllocation::FailingAllocation(int allocations) {
  GS_EXPECT(allocations_until_failure < 0);
  allocations_until_failure = allocations, allocation_failed = false;
}
FailingAllocation::~FailingAllocation() { allocations_until_failure = -1; }
bool FailingAllocation::has_failed() { return allocation_failed; }

Result<void*> detail::allocate_device(std::size_t bytes) {
  if (fails_now()) return fail(ErrorCode::device_out_of_memory, "{} bytes of GPU memory refused by a test", bytes);
  void* p = nullptr;
  const cudaError_t status = cudaMalloc(&p, bytes);
  if (status == cudaErrorMemoryAllocation) {
    cudaGetLastError();
    std::size_t free_bytes = 0, total_bytes = 0;
    cudaMemGetInfo(&free_bytes, &total_bytes);
    return fail(ErrorCode::device_out_of_memory, "{} MB of GPU memory wanted, {} MB of {} MB free", bytes >> 20,
                free_bytes >> 20, total_bytes >> 20)
        .with_hint("use fewer Gaussians or smaller images, or the backend cpu");
  }
  GS_CHECK(check(status, "allocating GPU memory"));
  return p;
}
Result<void*> detail::allocate_pinned(std::size_t bytes) {
  if (fails_now()) return fail(ErrorCode::device_out_of_memory, "{} bytes of pinned memory refused by a test", bytes);
  void* p = nullptr;
  GS_CHECK(check(cudaMallocHost(&p, bytes), "allocating pinned memory"));
  return p;
}
void detail::free_device(void* p) {
  if (p != nullptr) cudaFree(p);
}
void detail::free_pinned(void* p) {
  if (p != nullptr) cudaFreeHost(p);
}

}  // namespace gs::cuda
