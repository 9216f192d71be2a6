// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/config/yaml.h"

#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <istream>
#include <map>
#include <optional>
#include <set>
#include <streambuf>

#include "gs/config/yaml_scalar.h"
#include "gs/core/file.h"

namespace gs::config {
namespace {

// Size of a subtree, which is counted again each time that an alias repeats it.
struct Weight {
  std::size_t nodes = 1;
  int depth = 1;
};

// Builds the tree from parser events, because yaml-cpp's own loader expands aliases without a limit. After the first
// failure all events are ignored; the parser itself needs time and memory in proportion to the text only.
class TreeBuilder final : public YAML::EventHandler {
 public:
  explicit TreeBuilder(const DocumentLimits& limits) : limits_(limits) {}

  const std::optional<Error>& failure() const { return failure_; }
  Node take_root() { return std::move(root_); }

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override { put(Node{.line = mark.line + 1}, {}, anchor); }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    const int line = mark.line + 1;
    const bool plain = tag == "?" || tag.empty();  // "!" marks quoted scalars
    Node node = plain ? resolve_plain_scalar(value, line) : Node::of(value);
    node.line = line;
    put(std::move(node), {}, anchor);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(Node::Kind::list, mark, anchor);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(Node::Kind::map, mark, anchor);
  }
  void OnMapEnd() override { close(); }
  // An alias repeats a finished subtree. One that is not finished yet contains the alias itself.
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    if (failure_) return;
    const auto found = anchors_.find(anchor);
    if (found == anchors_.end()) return stop(ErrorCode::corrupt, "the alias contains itself", mark.line + 1);
    const auto& [node, weight] = found->second;
    // Check the limits before the copy is made.
    if (!fits(weight, mark.line + 1)) return;
    put(Node(node), weight, 0);
  }

 private:
  // A list or map whose end has not been reached.
  struct Open {
    Node node;
    YAML::anchor_t anchor = 0;
    Weight weight;
    std::optional<std::string> key{};  // of a map: the key whose value comes next
    std::set<std::string> keys{};      // of a map: all keys so far
  };

  void stop(ErrorCode code, std::string_view what, int line) {
    if (!failure_) failure_ = fail(code, "line {}: {}", line, what);
  }
  // True if a subtree of this size may be added; else records the failure.
  bool fits(const Weight& weight, int line) {
    if (static_cast<int>(open_.size()) + weight.depth > limits_.max_depth) {
      stop(ErrorCode::limit_exceeded, format("nested deeper than {} levels", limits_.max_depth), line);
    } else if (weight.nodes > limits_.max_nodes - nodes_) {
      stop(ErrorCode::limit_exceeded, format("more than {} values, aliases included", limits_.max_nodes), line);
    }
    return !failure_;
  }
  // A list or map begins: push it; its children follow.
  void open(Node::Kind kind, const YAML::Mark& mark, YAML::anchor_t anchor) {
    if (failure_) return;
    if (!fits({}, mark.line + 1)) return;
    if (expects_key()) return stop(ErrorCode::unsupported, "a key must be a text or number", mark.line + 1);
    Open& opened = open_.emplace_back();
    opened.node = Node{.kind = kind, .line = mark.line + 1};
    opened.anchor = anchor;
    ++nodes_;
  }
  // It ends: pop it and put it into its parent.
  void close() {
    if (failure_) return;
    Open closed = std::move(open_.back());
    open_.pop_back();
    nodes_ -= closed.weight.nodes;  // put() counts the whole subtree
    put(std::move(closed.node), closed.weight, closed.anchor);
  }
  bool expects_key() const { return !open_.empty() && open_.back().node.is_map() && !open_.back().key; }

  // Adds a finished value to the innermost open list or map, as an item, a key or the value of a key.
  void put(Node node, const Weight& weight, YAML::anchor_t anchor) {
    if (failure_ || !fits(weight, node.line)) return;
    nodes_ += weight.nodes;
    if (anchor != 0) {  // the copy kept for aliases counts as well, because nested anchors multiply the copies
      if (!fits(weight, node.line)) return;
      nodes_ += weight.nodes;
      anchors_.insert_or_assign(anchor, std::pair(node, weight));
    }
    if (open_.empty()) {
      root_ = std::move(node);
      return;
    }
    Open& parent = open_.back();
    parent.weight.nodes += weight.nodes;
    parent.weight.depth = std::max(parent.weight.depth, weight.depth + 1);
    if (parent.node.is_list()) {
      parent.node.items.push_back(std::move(node));
    } else if (!parent.key) {
      if (!node.is_scalar()) return stop(ErrorCode::unsupported, "a key must be a text or number", node.line);
      if (!parent.keys.insert(node.text).second) {
        return stop(ErrorCode::corrupt, "the key '" + node.text + "' appears twice", node.line);
      }
      parent.key = std::move(node.text);
    } else {
      parent.node.add(std::move(*parent.key), std::move(node));
      parent.key.reset();
    }
  }

  DocumentLimits limits_;
  std::size_t nodes_ = 0;  // in the tree and in the copies kept for aliases
  Node root_{};
  std::vector<Open> open_;
  std::map<YAML::anchor_t, std::pair<Node, Weight>> anchors_;
  std::optional<Error> failure_;
};

// A stream over borrowed text, without a copy.
class ViewBuffer final : public std::streambuf {
 public:
  explicit ViewBuffer(std::string_view text) {
    char* begin = const_cast<char*>(text.data());  // streambuf wants char*; get areas are only read
    setg(begin, begin, begin + text.size());
  }
};

}  // namespace

Result<Node> parse_yaml(std::string_view text, const DocumentLimits& limits) {
  GS_EXPECT(limits.max_depth <= kDeepestDocument);
  const uint64_t max_bytes = std::min(limits.max_bytes, kMaxYamlBytes);
  if (text.size() > max_bytes) {
    return fail(ErrorCode::limit_exceeded, "YAML text has {} bytes, the limit is {}", text.size(), max_bytes);
  }
  ViewBuffer buffer(text);
  std::istream stream(&buffer);
  TreeBuilder builder(limits);
  try {
    YAML::Parser parser(stream);
    if (!parser.HandleNextDocument(builder)) return Node{};
    if (builder.failure()) return *builder.failure();
    // A second document would be ignored silently otherwise.
    TreeBuilder second(limits);
    if (parser.HandleNextDocument(second)) return fail(ErrorCode::unsupported, "more than one YAML document");
  } catch (const YAML::DeepRecursion& e) {
    return fail(ErrorCode::limit_exceeded, "line {}: nested deeper than {} levels", e.mark.line + 1, limits.max_depth);
  } catch (const YAML::Exception& e) {
    return fail(ErrorCode::corrupt, "line {}: {}", e.mark.line + 1, e.msg);
  } catch (const std::exception& e) {
    return fail(ErrorCode::corrupt, "invalid YAML: {}", e.what());
  }
  return builder.take_root();
}

Result<Node> read_yaml(const std::filesystem::path& path, const DocumentLimits& limits) {
  GS_TRY(const std::string text, read_text_file(path, std::min(limits.max_bytes, kMaxYamlBytes)));
  return parse_yaml(text, limits).with_context(path.string());
}

}  // namespace gs::config
