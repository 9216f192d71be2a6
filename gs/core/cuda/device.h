// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The GPU's resources as values: memory, streams, events, and its errors as Result. Plain C++; no nvcc needed.
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

// cudaErrorMemoryAllocation is device_out_of_memory, no driver or device is no_device, the rest device_error.
Result<void> check(cudaError_t status, const char* doing);

// The device this process uses (the current one): its name, or why there is none.
struct DeviceInfo {
  std::string name;
  std::size_t total_bytes = 0, free_bytes = 0;
  int multiprocessors = 0;
};
Result<DeviceInfo> find_device();

class Stream {
 public:
  static Result<Stream> create();
  Stream(Stream&& other) noexcept : stream_(std::exchange(other.stream_, nullptr)) {}
  Stream& operator=(Stream&& other) noexcept { return std::swap(stream_, other.stream_), *this; }
  ~Stream();
  cudaStream_t get() const { return stream_; }
  Result<void> wait() const { return check(cudaStreamSynchronize(stream_), "waiting for the GPU"); }

 private:
  explicit Stream(cudaStream_t stream) : stream_(stream) {}
  cudaStream_t stream_ = nullptr;
};

// Time between two points of a stream.
class Stopwatch {
 public:
  static Result<Stopwatch> create();
  Stopwatch(Stopwatch&& other) noexcept
      : start_(std::exchange(other.start_, nullptr)), stop_(std::exchange(other.stop_, nullptr)) {}
  Stopwatch& operator=(Stopwatch&&) = delete;
  ~Stopwatch();
  Result<void> start(const Stream& stream) { return check(cudaEventRecord(start_, stream.get()), "timing"); }
  Result<void> stop(const Stream& stream) { return check(cudaEventRecord(stop_, stream.get()), "timing"); }
  Result<double> milliseconds() const;  // waits for stop

 private:
  Stopwatch(cudaEvent_t start, cudaEvent_t stop) : start_(start), stop_(stop) {}
  cudaEvent_t start_ = nullptr, stop_ = nullptr;
};

namespace detail {
Result<void*> allocate_device(std::size_t bytes);
Result<void*> allocate_pinned(std::size_t bytes);
void free_device(void* p);
void free_pinned(void* p);
}  // namespace detail

// While it lives, the allocation after the next `allocations` of this process fails as if memory were full, on the
// device or pinned; later ones do not. For tests of what happens then. One at a time.
class FailingAllocation {
 public:
  explicit FailingAllocation(int allocations);
  ~FailingAllocation();
  FailingAllocation(const FailingAllocation&) = delete;
  FailingAllocation& operator=(const FailingAllocation&) = delete;
  static bool has_failed();
};

enum class Memory { device, pinned };  // pinned: on the host, and the GPU copies to and from it by itself

// An array that is kept from frame to frame. Growing it loses its contents and may wait for the GPU.
template <class T, Memory kind = Memory::device>
class Buffer {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Buffer() = default;
  Buffer(Buffer&& other) noexcept { swap(other); }
  Buffer& operator=(Buffer&& other) noexcept { return swap(other), *this; }
  ~Buffer() { release(); }

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
  // Gives the memory back.
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

// Copies in the order of the stream. Host memory that is not pinned is read before this returns.
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
