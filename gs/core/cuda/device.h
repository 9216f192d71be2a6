// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// RAII objects for GPU memory, streams and timers; CUDA errors become Result. Plain C++ that needs no nvcc.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

#include "gs/core/result.h"

namespace gs::cuda {

// Turns a CUDA status into a Result with the message "<doing>: <CUDA's text>". Codes: device_out_of_memory for
// cudaErrorMemoryAllocation, no_device if there is no usable device or driver, else device_error.
Result<void> check(cudaError_t status, const char* doing);

// The GPU that this process uses (CUDA's current device).
struct DeviceInfo {
  std::string name;
  std::size_t total_bytes = 0, free_bytes = 0;
  int multiprocessors = 0;
};
// no_device if there is no GPU, no driver, or a compute capability below 7.5.
Result<DeviceInfo> find_device();

// A CUDA stream: work that is queued on one stream runs in order. It does not synchronise with the default stream.
class Stream {
 public:
  static Result<Stream> create();  // on the current device
  Stream(Stream&& other) noexcept : stream_(std::exchange(other.stream_, nullptr)) {}
  Stream& operator=(Stream&& other) noexcept { return std::swap(stream_, other.stream_), *this; }
  ~Stream();
  cudaStream_t get() const { return stream_; }
  // Blocks until all queued work is done. Errors of that work are reported here.
  Result<void> wait() const { return check(cudaStreamSynchronize(stream_), "waiting for the GPU"); }

 private:
  explicit Stream(cudaStream_t stream) : stream_(stream) {}
  cudaStream_t stream_ = nullptr;
};

// Measures the time between two points of a stream, on the GPU.
class Stopwatch {
 public:
  static Result<Stopwatch> create();
  Stopwatch(Stopwatch&& other) noexcept
      : start_(std::exchange(other.start_, nullptr)), stop_(std::exchange(other.stop_, nullptr)) {}
  Stopwatch& operator=(Stopwatch&&) = delete;
  ~Stopwatch();
  Result<void> start(const Stream& stream) { return check(cudaEventRecord(start_, stream.get()), "timing"); }
  Result<void> stop(const Stream& stream) { return check(cudaEventRecord(stop_, stream.get()), "timing"); }
  Result<double> milliseconds() const;  // blocks until the GPU has reached stop()

 private:
  Stopwatch(cudaEvent_t start, cudaEvent_t stop) : start_(start), stop_(stop) {}
  cudaEvent_t start_ = nullptr, stop_ = nullptr;
};

namespace detail {
// Memory on the GPU, and page-locked memory on the host. device_out_of_memory names the free memory. nullptr may be
// freed.
Result<void*> allocate_device(std::size_t bytes);
Result<void*> allocate_pinned(std::size_t bytes);
void free_device(void* p);
void free_pinned(void* p);
}  // namespace detail

// Makes one allocation of this process fail as if memory were full, for tests: the next `allocations` device or pinned
// allocations succeed, the one after them fails, later ones succeed. Only one such object may exist at a time.
class FailingAllocation {
 public:
  explicit FailingAllocation(int allocations);
  ~FailingAllocation();
  FailingAllocation(const FailingAllocation&) = delete;
  FailingAllocation& operator=(const FailingAllocation&) = delete;
  static bool has_failed();  // true once the allocation has failed
};

enum class Memory { device, pinned };  // pinned: page-locked on the host, so that copies can be asynchronous

// A growing array that is reused from frame to frame. Growing it discards its contents and may wait for the GPU.
template <class T, Memory kind = Memory::device>
class Buffer {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Buffer() = default;
  Buffer(Buffer&& other) noexcept { swap(other); }
  Buffer& operator=(Buffer&& other) noexcept { return swap(other), *this; }
  ~Buffer() { release(); }

  // Makes room for `count` elements. Contents are kept only if the capacity suffices; after an error it is empty.
  Result<void> reserve(std::size_t count) {
    if (count <= capacity_) return {};
    release();
    if constexpr (kind == Memory::device) {
      GS_TRY(void* p, detail::allocate_device(count * sizeof(T)));
      data_ = static_cast<T*>(p);
    } else {
      GS_TRY(void* p, detail::allocate_pinned(count * sizeof(T)));
      data_ = static_cast<T*>(p);
    }
    capacity_ = count;
    return {};
  }
  T* get() const { return data_; }
  std::size_t capacity() const { return capacity_; }
  std::size_t bytes() const { return capacity_ * sizeof(T); }
  T& operator[](std::size_t i) const { return data_[i]; }  // pinned only
  // Frees the memory.
  void release() {
    if constexpr (kind == Memory::device) {
      detail::free_device(data_);
    } else {
      detail::free_pinned(data_);
    }
    data_ = nullptr;
    capacity_ = 0;
  }

 private:
  void swap(Buffer& other) { std::swap(data_, other.data_), std::swap(capacity_, other.capacity_); }
  T* data_ = nullptr;
  std::size_t capacity_ = 0;
};

// Queue a copy, or a fill with zero bytes, of `count` elements on a stream. Host memory that is not pinned has been
// read when copy_to_device() returns; pinned memory must stay unchanged until the stream has reached the copy.
template <class T>
Result<void> copy_to_device(T* to, const T* from, std::size_t count, const Stream& stream) {
  return check(cudaMemcpyAsync(to, from, count * sizeof(T), cudaMemcpyHostToDevice, stream.get()),
               "copying to the GPU");
}
template <class T>
Result<void> copy_to_host(T* to, const T* from, std::size_t count, const Stream& stream) {
  return check(cudaMemcpyAsync(to, from, count * sizeof(T), cudaMemcpyDeviceToHost, stream.get()),
               "copying from the GPU");
}
template <class T>
Result<void> clear(T* data, std::size_t count, const Stream& stream) {
  return check(cudaMemsetAsync(data, 0, count * sizeof(T), stream.get()), "clearing GPU memory");
}

}  // namespace gs::cuda
