// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/rosmsg/json.h"

#include <cmath>

namespace gs::rosmsg {
namespace {

// A number as JSON; floats with the digits that a float needs.
std::string number_text(Kind kind, const std::byte* at) {
  if (kind == Kind::boolean) return load_le<uint8_t>(at) != 0 ? "true" : "false";
  return with_number(number_type(kind), at, []<class T>(T value) {
    if constexpr (std::is_same_v<T, float>) return json_number_of_float(value);
    if constexpr (std::is_same_v<T, double>) return json_number(value);
    return std::to_string(value);
  });
}

// Writes the values of a message. Elements of an array beyond max_array_items are visited but not printed.
class JsonVisitor : public ValueVisitor {
 public:
  explicit JsonVisitor(const MessageJsonOptions& options) : options_(options), json_(options.layout) {}

  std::string take() { return json_.text(); }

  void begin_message(const MessageType&) override {
    open_.push_back({.is_shown = next_is_shown()});
    if (open_.back().is_shown) json_.begin_object();
  }
  void end_message() override {
    if (!close().is_shown) return;
    json_.end_object();
    count_printed();
  }
  void field(const Field& field) override {
    if (open_.back().is_shown) json_.key(field.name);
  }
  void begin_array(std::size_t count) override {
    open_.push_back({.is_shown = next_is_shown(), .is_array = true, .count = count});
    if (open_.back().is_shown) json_.begin_array();
  }
  void end_array() override {
    const Open array = close();
    if (!array.is_shown) return;
    if (array.printed < array.count) json_.value(format("... and {} more", array.count - array.printed));
    json_.end_array();
    count_printed();
  }
  void numbers(Kind kind, Bytes values, std::size_t count) override {
    for (std::size_t i = 0; i < count && next_is_shown(); ++i) {
      json_.raw(number_text(kind, values.data() + i * size_of(kind)));
      count_printed();
    }
  }
  void text(std::string_view text) override {
    if (!next_is_shown()) return;
    json_.value(text);
    count_printed();
  }

 private:
  // A message or array whose end has not been reached.
  struct Open {
    bool is_shown;
    bool is_array = false;
    std::size_t count = 0;
    std::size_t printed = 0;
  };

  // False inside an array that has printed its limit, and below it.
  bool next_is_shown() const {
    if (open_.empty()) return true;
    const Open& inside = open_.back();
    return inside.is_shown &&
           (!inside.is_array || options_.max_array_items == 0 || inside.printed < options_.max_array_items);
  }
  Open close() {
    const Open closed = open_.back();
    open_.pop_back();
    return closed;
  }
  void count_printed() {
    if (!open_.empty()) ++open_.back().printed;
  }

  const MessageJsonOptions& options_;
  JsonWriter json_;
  std::vector<Open> open_;
};

}  // namespace

Result<std::string> message_to_json(const MessageType& type, MessageEncoding encoding, Bytes payload,
                                    const MessageJsonOptions& options) {
  JsonVisitor visitor(options);
  GS_TRY([[maybe_unused]] const std::size_t used, visit_message(type, encoding, payload, visitor));
  return visitor.take();
}

}  // namespace gs::rosmsg
