// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Owners of memory that std::unique_ptr does not cover by itself.
#pragma once

#include <memory>
#include <utility>

namespace gs {

// Deleter that calls a function of a C library: std::unique_ptr<ZSTD_DCtx, FreeWith<ZSTD_freeDCtx>>.
template <auto kFree>
struct FreeWith {
  template <class T>
  void operator()(T* object) const {
    static_cast<void>(kFree(object));
  }
};

// Owner of an object whose type is complete only in one source file. The class that holds it needs no destructor or
// move operations of its own.
template <class T>
using Hidden = std::unique_ptr<T, void (*)(T*)>;

// Makes the object; to be called where T is complete.
template <class T, class... Arguments>
Hidden<T> make_hidden(Arguments&&... arguments) {
  return Hidden<T>(new T{std::forward<Arguments>(arguments)...}, [](T* object) { delete object; });
}

}  // namespace gs
