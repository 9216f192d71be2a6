// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/rosmsg/schema/schema.h"

#include <algorithm>
#include <map>

#include "gs/rosmsg/field_list.h"
#include "gs/rosmsg/messages/builtin_interfaces.h"
#include "gs/rosmsg/registry.h"
#include "gs/rosmsg/schema/idl_text.h"
#include "gs/rosmsg/schema/msg_text.h"

namespace gs::rosmsg {
namespace {

// Limits on schema text, which comes from files.
constexpr std::size_t kMaxTextBytes = 4u << 20;
constexpr std::size_t kMaxDefinitions = 4096;
constexpr int kMaxDepth = 64;  // of messages inside messages

std::string_view package_of(std::string_view type_name) { return type_name.substr(0, type_name.find('/')); }

// Builds the types of one text recursively, so that a type is complete before the type that contains it.
class SchemaBuilder {
 public:
  using Definitions = std::map<std::string, ParsedDefinition>;

  SchemaBuilder(bool is_ros1, Definitions definitions) : is_ros1_(is_ros1), definitions_(std::move(definitions)) {}

  // The type `name`, built if it does not exist yet.
  Result<const MessageType*> build(const std::string& name, int depth) {
    if (const auto built = built_.find(name); built != built_.end()) {
      if (built->second == nullptr) return fail(ErrorCode::corrupt, "the type {} contains itself", name);
      return built->second;
    }
    if (depth > kMaxDepth)
      return fail(ErrorCode::limit_exceeded, "types nested more than {} deep at {}", kMaxDepth, name);
    // Marks the type as being built; a field of the same type then finds the mark instead of recursing for ever.
    built_[name] = nullptr;
    GS_TRY(const MessageType* type, build_new(name, depth).with_context(name));
    return built_[name] = type;
  }

  Schema::Types take() && { return std::move(types_); }

 private:
  Result<const MessageType*> build_new(const std::string& name, int depth) {
    ParsedDefinition& definition = definitions_.at(name);
    auto type = std::make_unique<MessageType>();
    type->name = name;
    type->constants = std::move(definition.constants);
    for (ParsedField& parsed : definition.fields) {
      if (parsed.field.type.kind == Kind::message) {
        GS_TRY(parsed.field.type.message, resolve(parsed.type_name, name, depth));
      }
      type->fields.push_back(std::move(parsed.field));
    }
    note_differences(*type);
    type->finish();
    types_.push_back(std::move(type));
    return types_.back().get();
  }

  // Finds the type `name`, as it is written in the definition of the type `user`: built in, by full name, in the
  // package of `user`, or the special name Header.
  Result<const MessageType*> resolve(const std::string& name, const std::string& user, int depth) {
    if (name == "time") return &type_of<builtin_interfaces::Time>();
    if (name == "duration") return &type_of<builtin_interfaces::Duration>();
    if (definitions_.contains(name)) return build(name, depth + 1);
    const bool is_qualified = name.find('/') != std::string::npos;
    const std::string full = ros2_type_name(is_qualified ? name : std::string(package_of(user)) + "/" + name);
    if (full == type_of<builtin_interfaces::Time>().name) return &type_of<builtin_interfaces::Time>();
    if (full == type_of<builtin_interfaces::Duration>().name) return &type_of<builtin_interfaces::Duration>();
    if (definitions_.contains(full)) return build(full, depth + 1);
    if (name == "Header" && definitions_.contains("std_msgs/msg/Header"))
      return build("std_msgs/msg/Header", depth + 1);
    return fail(ErrorCode::not_found, "the type {} is used but not defined", name);
  }

  // Records how the other version of ROS differs (see message_type.h).
  void note_differences(MessageType& type) const {
    if (is_ros1_) return adopt_ros2_names(type);
    if (type.name == "std_msgs/msg/Header" && !type.fields.empty() && type.fields.front().name != "seq") {
      type.fields.insert(type.fields.begin(),
                         Field{.name = "seq", .type = {.kind = Kind::uint32}, .ros1_name = "", .ros1_only = true});
    }
    // The field names of CameraInfo are upper case in ROS 1.
    const MessageType* known = type.name == "sensor_msgs/msg/CameraInfo" ? find_message_type(type.name) : nullptr;
    if (known == nullptr) return;
    for (Field& field : type.fields) {
      for (const Field& other : known->fields) {
        if (field.name == other.name) field.ros1_name = other.ros1_name;
      }
    }
  }

  // Gives the fields of a ROS 1 type their ROS 2 names, which are lower case. Header.seq does not exist in ROS 2.
  static void adopt_ros2_names(MessageType& type) {
    const bool is_header = type.name == "std_msgs/msg/Header";
    for (Field& field : type.fields) {
      std::string lower = field.name;
      for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
      const bool is_taken = std::any_of(type.fields.begin(), type.fields.end(),
                                        [&](const Field& other) { return &other != &field && other.name == lower; });
      if (lower != field.name && !is_taken) {
        field.ros1_name = field.name;
        field.name = lower;
      }
      if (is_header && field.name == "seq") field.ros1_only = true;
    }
  }

  bool is_ros1_;
  Definitions definitions_;
  std::map<std::string, const MessageType*> built_;  // nullptr while a type is being built, to find recursion
  Schema::Types types_;
};

using Definitions = SchemaBuilder::Definitions;

// The definitions of a joined .msg text by type name; the first one is the root.
Result<Definitions> parse_msg_parts(const std::vector<DefinitionText>& parts, const std::string& root) {
  Definitions definitions;
  for (const DefinitionText& part : parts) {
    if (part.name.empty() && &part != &parts.front()) continue;
    const std::string name = &part == &parts.front() ? root : ros2_type_name(part.name);
    auto parsed = parse_definition(part.body);
    if (!parsed) return std::move(parsed).error().with_context(name);
    // The root comes first and has no name. Some writers name every part and leave the first one empty.
    const bool is_replaced = name == root && definitions.contains(root) && definitions[root].fields.empty();
    if (is_replaced || !definitions.contains(name)) definitions[name] = *std::move(parsed);
  }
  return definitions;
}

// IDL names its structs itself, so the names of the parts are not needed.
Result<Definitions> parse_idl_parts(const std::vector<DefinitionText>& parts) {
  Definitions definitions;
  for (const DefinitionText& part : parts) GS_CHECK(parse_idl(part.body, definitions));
  Definitions named;
  for (auto& [name, definition] : definitions) named[ros2_type_name(name)] = std::move(definition);
  return named;
}

// "a::b::C" -> "a/b/C".
std::string idl_root_name(std::string_view type_name) {
  std::string name;
  for (std::size_t i = 0; i < type_name.size(); ++i) {
    const bool is_scope = type_name.substr(i).starts_with("::");
    name += is_scope ? '/' : type_name[i];
    i += is_scope ? 1 : 0;
  }
  return ros2_type_name(name);
}

}  // namespace

Result<Schema> parse_schema(std::string_view type_name, std::string_view encoding, std::string_view text) {
  const bool is_msg = encoding == "ros2msg" || encoding == "ros1msg";
  if (!is_msg && encoding != "ros2idl" && encoding != "omgidl") {
    return fail(ErrorCode::unsupported, "schema encoding \"{}\" of the type {} is not supported", encoding, type_name);
  }
  if (text.size() > kMaxTextBytes) {
    return fail(ErrorCode::limit_exceeded, "schema of the type {} has {} bytes, the limit is {}", type_name,
                text.size(), kMaxTextBytes);
  }
  const std::vector<DefinitionText> parts = split_definitions(text);
  if (parts.size() > kMaxDefinitions) {
    return fail(ErrorCode::limit_exceeded, "schema of the type {} has {} definitions, the limit is {}", type_name,
                parts.size(), kMaxDefinitions);
  }
  const std::string root = is_msg ? ros2_type_name(type_name) : idl_root_name(type_name);
  GS_TRY(Definitions definitions,
         (is_msg ? parse_msg_parts(parts, root) : parse_idl_parts(parts)).with_context("schema"));
  if (!definitions.contains(root)) return fail(ErrorCode::not_found, "schema: the type {} is not defined", root);
  SchemaBuilder builder(encoding == "ros1msg", std::move(definitions));
  GS_TRY(const MessageType* type, builder.build(root, 0).with_context("schema"));
  return Schema(std::make_shared<const Schema::Types>(std::move(builder).take()), *type);
}

Result<Schema> find_schema(std::string_view type_name, std::string_view encoding, std::string_view text) {
  const MessageType* known = find_message_type(type_name);
  if (encoding.empty() && known == nullptr) {
    return fail(ErrorCode::not_found, "the log has no definition of the type {}", type_name)
        .with_hint("record with a ROS 2 that knows the type, or convert where it is installed");
  }
  if (encoding.empty()) return Schema(*known);
  GS_TRY(const Schema schema, parse_schema(type_name, encoding, text));
  // Some recorders store only a comment when they did not find the definition.
  const bool is_missing = known != nullptr && schema.root().fields.empty() && !known->fields.empty();
  return is_missing ? Schema(*known) : schema;
}

std::string ros2_equivalent(std::string_view ros1_type_name) {
  if (ros1_type_name == "tf/tfMessage") return "tf2_msgs/msg/TFMessage";
  return ros2_type_name(ros1_type_name);
}

}  // namespace gs::rosmsg
