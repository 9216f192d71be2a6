// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Makes the description (MessageType) of a message struct from its list of fields.
//
//   struct Clock {
//     static constexpr std::string_view kType = "rosgraph_msgs/msg/Clock";
//     builtin_interfaces::Time clock;
//
//     static void describe(auto& f) { f("clock", &Clock::clock); }
//     friend bool operator==(const Clock&, const Clock&) = default;
//   };
//
// Strings are std::string, sequences std::vector, fixed arrays std::array. bool[] is a std::vector<uint8_t> with
// {.kind = Kind::boolean}, because std::vector<bool> has no memory of its own.
#pragma once

#include <array>
#include <concepts>
#include <optional>
#include <type_traits>

#include "gs/rosmsg/message_type.h"

namespace gs::rosmsg {

// Properties of a field that its C++ type does not express.
struct FieldTraits {
  std::optional<Kind> kind{};       // for byte, char and bool[], whose C++ type is uint8_t
  uint32_t bound = 0;               // maximum length of a sequence; 0: none
  uint32_t string_bound = 0;        // maximum length of the strings; 0: none
  std::string_view ros1_name{};     // name in ROS 1, if it differs
  std::string_view default_text{};  // default value, as in the .msg file
  bool ros1_only = false;           // the field does not exist in ROS 2
};

// The description of a message struct; see below.
template <class M>
const MessageType& type_of();

namespace detail {

// The Kind of a C++ type; everything that is not a number or a string is a message.
template <class T>
constexpr Kind kind_of() {
  if constexpr (std::is_same_v<T, bool>)
    return Kind::boolean;
  else if constexpr (Number<T>)
    return static_cast<Kind>(number_type_of<T>());
  else
    return std::is_same_v<T, std::string> ? Kind::string : Kind::message;
}

// Size, data and resize of a std::vector<T>, through pointers without type.
template <class T>
inline constexpr SequenceAccess kVectorAccess = {
    [](const void* v) -> std::size_t { return static_cast<const std::vector<T>*>(v)->size(); },
    [](const void* v) -> const void* { return static_cast<const std::vector<T>*>(v)->data(); },
    [](void* v, std::size_t count) -> void* {
      static_cast<std::vector<T>*>(v)->resize(count);
      return static_cast<std::vector<T>*>(v)->data();
    }};

// Description of a member, derived from its C++ type.
struct MemberType {
  FieldType type;
  const SequenceAccess* sequence = nullptr;
};

// Derives it: a number, string or message, a vector of these, or a fixed array of these.
template <class T>
struct DescribeMember {
  static MemberType get() {
    MemberType member{{.kind = kind_of<T>()}};
    if constexpr (kind_of<T>() == Kind::message) member.type.message = &type_of<T>();
    return member;
  }
};
// For sequences.
template <class T>
struct DescribeMember<std::vector<T>> {
  static_assert(!std::is_same_v<T, bool>, "bool[] is a std::vector<uint8_t> with {.kind = Kind::boolean}");
  static MemberType get() {
    MemberType member = DescribeMember<T>::get();
    member.type.array = ArrayKind::unbounded;
    member.sequence = &kVectorAccess<T>;
    return member;
  }
};
// For fixed arrays.
template <class T, std::size_t N>
struct DescribeMember<std::array<T, N>> {
  static MemberType get() {
    MemberType member = DescribeMember<T>::get();
    member.type.array = ArrayKind::fixed;
    member.type.capacity = N;
    return member;
  }
};

// Storage with the size and alignment of M that holds no object; only the addresses of its members are used.
template <class M>
union Unmade {
  Unmade() {}
  ~Unmade() {}
  char none;
  M message;
};

// Offset of a member in bytes, from a pointer to member (offsetof needs its name).
template <class M, class T>
std::size_t offset_of(T M::*member) {
  static Unmade<M> unmade;
  return static_cast<std::size_t>(reinterpret_cast<const char*>(&(unmade.message.*member)) -
                                  reinterpret_cast<const char*>(&unmade.message));
}

}  // namespace detail

// The argument `f` of a message's describe(): adds fields and constants to a description, in the order of the calls.
class FieldList {
 public:
  explicit FieldList(MessageType& type) : type_(type) {}

  template <class M, class T>
  void operator()(std::string_view name, T M::*member, const FieldTraits& traits = {}) {
    add(name, detail::DescribeMember<T>::get(), detail::offset_of(member), traits);
  }
  // A constant of the message definition, from its value, or from its kind and text.
  template <std::integral T>
  void constant(std::string_view name, T value) {
    constant(name, detail::kind_of<T>(), std::to_string(value));
  }
  // A constant that only ROS 2 has; in ROS 1 it would change the md5sum.
  template <std::integral T>
  void ros2_constant(std::string_view name, T value) {
    constant(name, value);
    type_.constants.back().ros2_only = true;
  }
  void constant(std::string_view name, Kind kind, std::string text);  // of any kind

 private:
  void add(std::string_view name, const detail::MemberType& member, std::size_t offset, const FieldTraits& traits);
  MessageType& type_;
};

// The description of a message struct, made on first use; it lives as long as the program.
template <class M>
const MessageType& type_of() {
  static const MessageType type = [] {
    MessageType made{.name = std::string(M::kType)};
    made.struct_bytes = sizeof(M);
    FieldList list(made);
    M::describe(list);
    made.finish();
    return made;
  }();
  return type;
}

// A struct with a ROS type name (kType) and a list of fields (describe).
template <class M>
concept Message = requires(FieldList& list) {
  M::kType;
  M::describe(list);
};

}  // namespace gs::rosmsg
