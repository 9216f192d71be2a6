// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/world/actors/list_document.h"

#include <algorithm>
#include <functional>
#include <set>

#include "gs/core/format.h"
#include "gs/core/json/json_scanner.h"
#include "gs/core/text/printable.h"

namespace gs::world {
namespace {

constexpr std::string_view kIdCharacters = "abcdefghijklmnopqrstuvwxyz0123456789_";
constexpr std::size_t kMaxIdLength = 64;

bool is_actor_id(std::string_view id) {
  return !id.empty() && id.size() <= kMaxIdLength && id.find_first_not_of(kIdCharacters) == std::string_view::npos;
}

// Levels of nesting: the document is 1, its list 2, an entry 3.
class ListReader {
 public:
  ListReader(std::string_view text, const ListShape& shape, std::string_view file, Problems& problems)
      : in_(text), shape_(shape), file_(file), problems_(problems), counts_(shape.columns.size()) {}

  Result<ListDocument> read() {
    const Member take_member = [&](const std::string& name, Node& root) -> Result<void> {
      if (name != shape_.list || in_.peek_value() != '[') return member(name, root, 1);
      GS_TRY(Node list, entries());
      root.add(name, std::move(list));
      return {};
    };
    GS_TRY(document_.root, object_or_value(1, take_member));
    GS_CHECK(in_.end());
    return std::move(document_);
  }

 private:
  // Takes the value of a member and adds it to the map, or stores it elsewhere.
  using Member = std::function<Result<void>(const std::string& name, Node& map)>;

  // Takes an object of this level, member by member; any other value is taken as it is, for a message about its type.
  Result<Node> object_or_value(int level, const Member& take_member) {
    if (in_.peek_value() != '{') return tree(level - 1);
    Node map = Node::map();
    std::set<std::string> names;
    in_.take('{');
    if (in_.take('}')) return map;
    do {
      std::string name;
      GS_CHECK(in_.member_name(&name));
      if (!names.insert(name).second) return in_.wrong(format("the key '{}' appears twice", excerpt(name)));
      if (!in_.take(':')) return in_.wrong("missing ':'");
      GS_CHECK(take_member(name, map));
    } while (in_.take(','));
    if (!in_.take('}')) return in_.wrong("missing ',' or '}'");
    return map;
  }

  // Takes the next value, which lies inside `level` brackets, as a tree.
  Result<Node> tree(int level) {
    const DocumentLimits limits{.max_depth = kListLimits.max_depth - level, .max_nodes = kListLimits.max_nodes};
    return parse_json_value(in_, limits, tree_values_);
  }
  Result<void> member(const std::string& name, Node& map, int level) {
    GS_TRY(Node value, tree(level));
    map.add(name, std::move(value));
    return {};
  }

  Result<Node> entries() {
    Node list = Node::list();
    in_.take('[');
    if (in_.take(']')) return list;
    do {
      if (list.items.size() == shape_.max_items) {
        return in_.too_large(format("more than {} {}", shape_.max_items, shape_.list));
      }
      GS_TRY(Node item, entry());
      list.items.push_back(std::move(item));
    } while (in_.take(','));
    if (!in_.take(']')) return in_.wrong("missing ',' or ']'");
    return list;
  }

  Result<Node> entry() {
    document_.columns.emplace_back(shape_.columns.size());
    return object_or_value(3, [&](const std::string& name, Node& map) -> Result<void> {
      const auto found = std::find(shape_.columns.begin(), shape_.columns.end(), name);
      if (found == shape_.columns.end()) return member(name, map, 3);
      return column(static_cast<std::size_t>(found - shape_.columns.begin()));
    });
  }

  // Place of a value for messages: "actors[3].x".
  std::string place(std::size_t index) const {
    return format("{}[{}].{}", shape_.list, document_.columns.size() - 1, shape_.columns[index]);
  }
  void wrong_type(std::string where, const Node& found, std::string_view allowed) {
    problems_.add({.code = ErrorCode::invalid_data,
                   .file = std::string(file_),
                   .place = std::move(where),
                   .message = format("is {}", name_of(found.kind)),
                   .allowed = std::string(allowed)});
  }

  Result<void> column(std::size_t index) {
    if (in_.peek_value() != '[') {
      GS_TRY(const Node found, tree(3));
      wrong_type(place(index), found, "a list of numbers");
      return {};
    }
    in_.take('[');
    if (in_.take(']')) return {};
    bool wrong = false;  // the first wrong value of a column is reported
    do {
      if (++counts_[index] > shape_.max_values) {
        return in_.too_large(
            format("more than {} values of '{}' in all {}", shape_.max_values, shape_.columns[index], shape_.list));
      }
      GS_TRY(const double value, number(index, wrong));
      document_.columns.back()[index].push_back(value);
    } while (in_.take(','));
    if (!in_.take(']')) return in_.wrong("missing ',' or ']'");
    return {};
  }

  Result<double> number(std::size_t index, bool& wrong) {
    const char first = in_.peek_value();
    if (first == '-' || (first >= '0' && first <= '9')) return parse_json_number(in_);
    GS_TRY(const Node found, tree(4));
    const std::size_t at = document_.columns.back()[index].size();
    if (!wrong) wrong_type(format("{}[{}]", place(index), at), found, "a finite number");
    wrong = true;
    return 0.0;
  }

  JsonScanner in_;
  const ListShape& shape_;
  std::string_view file_;
  Problems& problems_;
  std::vector<std::size_t> counts_;  // values of each column so far
  std::size_t tree_values_ = 0;
  ListDocument document_;
};

}  // namespace

const TextRule kActorId{"1 to 64 lower case letters, digits and '_'", is_actor_id};

Result<ListDocument> read_list_document(std::string_view text, const ListShape& shape, std::string_view file,
                                        Problems& problems) {
  return ListReader(text, shape, file, problems).read();
}

}  // namespace gs::world
