// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/assets/torch/pickle.h"

#include <algorithm>
#include <bit>
#include <unordered_map>

namespace gs::assets {
namespace {

using Kind = PickleValue::Kind;

constexpr std::string_view kOrderedDict = "collections.OrderedDict";
constexpr std::size_t kMaxName = 256;  // longest module or function name

// Opcodes, with the values of Python's pickletools.
enum Op : uint8_t {
  op_mark = '(',
  op_stop = '.',
  op_binint = 'J',
  op_binint1 = 'K',
  op_binint2 = 'M',
  op_none = 'N',
  op_persistent = 'Q',
  op_reduce = 'R',
  op_binstring = 'T',
  op_short_binstring = 'U',
  op_binunicode = 'X',
  op_append = 'a',
  op_build = 'b',
  op_global = 'c',
  op_appends = 'e',
  op_binget = 'h',
  op_long_binget = 'j',
  op_binput = 'q',
  op_long_binput = 'r',
  op_setitem = 's',
  op_tuple = 't',
  op_setitems = 'u',
  op_empty_tuple = ')',
  op_empty_list = ']',
  op_empty_dict = '}',
  op_binbytes = 'B',
  op_short_binbytes = 'C',
  op_binfloat = 'G',
  op_proto = 0x80,
  op_newobj = 0x81,
  op_tuple1 = 0x85,
  op_tuple2 = 0x86,
  op_tuple3 = 0x87,
  op_newtrue = 0x88,
  op_newfalse = 0x89,
  op_long1 = 0x8a,
  op_long4 = 0x8b,
  op_short_binunicode = 0x8c,
  op_binunicode8 = 0x8d,
  op_binbytes8 = 0x8e,
  op_stack_global = 0x93,
  op_memoize = 0x94,
  op_frame = 0x95,
};

// Kinds that Python accepts as dictionary keys.
bool is_key(Kind kind) { return kind != Kind::list && kind != Kind::dict && kind != Kind::call; }

}  // namespace

// Stack machine of the pickle format. Values are in an arena and referenced by index, so sharing is free and nothing is
// copied deeply.
class PickleReader {
 public:
  PickleReader(std::vector<std::byte> pickle, std::span<const std::string_view> allowed, const PickleLimits& limits)
      : allowed_(allowed), limits_(limits), in_(pickle) {
    document_.bytes_ = std::move(pickle);  // moving keeps the bytes at their address
  }

  // Executes opcodes until STOP.
  Result<PickleDocument> run() {
    for (;;) {
      const std::size_t at = in_.offset();
      GS_TRY(const uint8_t op, in_.u8());
      if (op == op_stop) break;
      auto done = step(op);
      if (!done) return std::move(done).error().with_context(format("pickle, byte {}", at));
    }
    GS_TRY(document_.root_, pop());
    if (!stack_.empty() || !marks_.empty()) return broken("values are left on the stack at the end");
    return std::move(document_);
  }

 private:
  static Error broken(std::string_view what) { return fail(ErrorCode::corrupt, "pickle is damaged: {}", what); }
  PickleValue& value(PickleRef ref) { return document_.values_[ref]; }

  // Appends a value to the arena and pushes its index.
  Result<void> push(PickleValue v) {
    if (document_.values_.size() >= limits_.max_values) {
      return fail(ErrorCode::limit_exceeded, "pickle holds more than {} values", limits_.max_values);
    }
    document_.values_.push_back(std::move(v));
    stack_.push_back(static_cast<PickleRef>(document_.values_.size() - 1));
    return {};
  }
  Result<void> push_integer(int64_t number) { return push({.kind = Kind::integer, .integer = number}); }

  // Pops one value; never below the last mark.
  Result<PickleRef> pop() {
    if (stack_.size() <= (marks_.empty() ? 0 : marks_.back())) return broken("its stack is empty");
    const PickleRef ref = stack_.back();
    stack_.pop_back();
    return ref;
  }
  // Pops all values above the last mark.
  Result<std::vector<PickleRef>> pop_mark() {
    if (marks_.empty()) return broken("a mark is missing");
    const auto begin = stack_.begin() + static_cast<std::ptrdiff_t>(marks_.back());
    std::vector<PickleRef> items(begin, stack_.end());
    stack_.erase(begin, stack_.end());
    marks_.pop_back();
    return items;
  }
  // The value on top of the stack, which must be of this kind.
  Result<PickleRef> top(Kind kind) {
    if (stack_.size() <= (marks_.empty() ? 0 : marks_.back())) return broken("its stack is empty");
    if (!value(stack_.back()).is(kind)) {
      return broken(format("{} where {} was expected", to_string(value(stack_.back()).kind), to_string(kind)));
    }
    return stack_.back();
  }

  // Executes one opcode: numbers and texts here, containers and objects in step_object().
  Result<void> step(uint8_t op) {
    switch (op) {
      case op_proto:
        return protocol();
      case op_frame:
        return in_.skip(8);
      case op_mark:
        return mark();
      case op_none:
        return push({});
      case op_newtrue:
      case op_newfalse:
        return push({.kind = Kind::boolean, .integer = op == op_newtrue ? 1 : 0});
      case op_binint:
        return number<int32_t>();
      case op_binint1:
        return number<uint8_t>();
      case op_binint2:
        return number<uint16_t>();
      case op_long1:
        return long_number<uint8_t>();
      case op_long4:
        return long_number<uint32_t>();
      case op_binfloat:
        return real();
      case op_short_binunicode:
      case op_short_binstring:
        return text<uint8_t>(Kind::text);
      case op_binunicode:
      case op_binstring:
        return text<uint32_t>(Kind::text);
      case op_binunicode8:
        return text<uint64_t>(Kind::text);
      case op_short_binbytes:
        return text<uint8_t>(Kind::bytes);
      case op_binbytes:
        return text<uint32_t>(Kind::bytes);
      case op_binbytes8:
        return text<uint64_t>(Kind::bytes);
      default:
        return step_object(op);
    }
  }
  // Containers, memo, names, calls and persistent identities.
  Result<void> step_object(uint8_t op) {
    switch (op) {
      case op_empty_tuple:
        return push({.kind = Kind::tuple});
      case op_empty_list:
        return push({.kind = Kind::list});
      case op_empty_dict:
        return push({.kind = Kind::dict});
      case op_tuple:
        return marked_tuple();
      case op_tuple1:
      case op_tuple2:
      case op_tuple3:
        return small_tuple(static_cast<std::size_t>(op - op_tuple1) + 1);
      case op_append:
        return append_one(Kind::list, 1);
      case op_setitem:
        return append_one(Kind::dict, 2);
      case op_appends:
        return append_marked(Kind::list);
      case op_setitems:
        return append_marked(Kind::dict);
      case op_binput:
        return put<uint8_t>();
      case op_long_binput:
        return put<uint32_t>();
      case op_memoize:
        return remember(static_cast<uint32_t>(memo_.size()));
      case op_binget:
        return get<uint8_t>();
      case op_long_binget:
        return get<uint32_t>();
      case op_global:
        return global_line();
      case op_stack_global:
        return stack_global();
      case op_reduce:
      case op_newobj:  // the class called with the arguments, without its initialisation
        return reduce();
      case op_build:
        return build();
      case op_persistent:
        return persistent();
      default:
        return fail(ErrorCode::unsupported, "unsupported pickle opcode {:#04x}: data files do not need it", op);
    }
  }

  // PROTO: first opcode of protocols 2 and later.
  Result<void> protocol() {
    GS_TRY(const uint8_t version, in_.u8());
    if (version >= 2 && version <= 5) return {};
    return fail(ErrorCode::unsupported, "unsupported pickle protocol {}: supported are 2 to 5", version);
  }
  template <class T>
  Result<void> number() {
    GS_TRY(const T n, in_.read<T>());
    return push_integer(n);
  }
  // Integer in two's complement, little endian, of any length; more than 8 bytes are unsupported.
  template <class Length>
  Result<void> long_number() {
    GS_TRY(const Length length, in_.read<Length>());
    if (length > 8)
      return fail(ErrorCode::unsupported, "pickle has an integer of {} bytes, at most 8 are supported", length);
    GS_TRY(const Bytes bytes, in_.bytes(length));
    uint64_t n = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) n |= std::to_integer<uint64_t>(bytes[i]) << (8 * i);
    const bool negative = !bytes.empty() && (bytes.back() & std::byte{0x80}) != std::byte{0};
    if (negative && length < 8) n |= ~uint64_t{0} << (8 * length);
    return push_integer(static_cast<int64_t>(n));
  }
  // BINFLOAT: eight bytes, big endian.
  Result<void> real() {
    GS_TRY(const Bytes bytes, in_.bytes(8));
    uint64_t n = 0;
    for (const std::byte b : bytes) n = n << 8 | std::to_integer<uint64_t>(b);
    return push({.kind = Kind::real, .real = std::bit_cast<double>(n)});
  }
  // Texts and bytes point into the document's bytes; nothing is copied.
  template <class Length>
  Result<void> text(Kind kind) {
    GS_TRY(const Length length, in_.read<Length>());
    GS_TRY(const Bytes bytes, in_.bytes(length));
    return push({.kind = kind, .text = as_text(bytes)});
  }

  // TUPLE takes everything above the mark; TUPLE1 to TUPLE3 take that many values.
  Result<void> marked_tuple() {
    GS_TRY(std::vector<PickleRef> items, pop_mark());
    return push({.kind = Kind::tuple, .items = std::move(items)});
  }
  Result<void> small_tuple(std::size_t count) {
    std::vector<PickleRef> items(count);
    for (std::size_t i = count; i-- > 0;) {
      GS_TRY(items[i], pop());
    }
    return push({.kind = Kind::tuple, .items = std::move(items)});
  }
  // Appends items to the list or dictionary on top of the stack.
  Result<void> append(Kind kind, const std::vector<PickleRef>& items) {
    GS_TRY(const PickleRef target, top(kind));
    if (kind == Kind::dict) {
      if (items.size() % 2 != 0) return broken("a key has no value");
      for (std::size_t i = 0; i < items.size(); i += 2) {
        if (!is_key(value(items[i]).kind)) return broken("a dictionary key of an impossible kind");
      }
    }
    auto& into = value(target).items;
    into.insert(into.end(), items.begin(), items.end());
    return {};
  }
  // APPEND and SETITEM, for a single item; APPENDS and SETITEMS take everything above the mark.
  Result<void> append_one(Kind kind, std::size_t count) {
    std::vector<PickleRef> items(count);
    for (std::size_t i = count; i-- > 0;) {
      GS_TRY(items[i], pop());
    }
    return append(kind, items);
  }
  Result<void> append_marked(Kind kind) {
    GS_TRY(const std::vector<PickleRef> items, pop_mark());
    return append(kind, items);
  }

  // Marks the top of the stack.
  Result<void> mark() {
    if (marks_.size() >= limits_.max_values) {
      return fail(ErrorCode::limit_exceeded, "pickle holds more than {} marks", limits_.max_values);
    }
    marks_.push_back(stack_.size());
    return {};
  }
  // Stores the top of the stack in the memo.
  Result<void> remember(uint32_t index) {
    if (stack_.size() <= (marks_.empty() ? 0 : marks_.back())) return broken("its stack is empty");
    if (memo_.size() >= limits_.max_values) {
      return fail(ErrorCode::limit_exceeded, "pickle holds more than {} memo entries", limits_.max_values);
    }
    memo_[index] = stack_.back();
    return {};
  }
  // The memo lets later opcodes refer to earlier values.
  template <class T>
  Result<void> put() {
    GS_TRY(const T index, in_.read<T>());
    return remember(index);
  }
  template <class T>
  Result<void> get() {
    GS_TRY(const T index, in_.read<T>());
    const auto found = memo_.find(index);
    if (found == memo_.end()) return broken(format("memo entry {} does not exist", index));
    stack_.push_back(found->second);
    return {};
  }

  // Text up to the next line end, at most kMaxName characters.
  Result<std::string_view> line() {
    const std::string_view rest = as_text(in_.rest());
    const std::size_t end = rest.substr(0, kMaxName).find('\n');
    if (end == std::string_view::npos) return broken("a name is not terminated");
    GS_CHECK(in_.skip(end + 1));
    return rest.substr(0, end);
  }
  // GLOBAL has module and name as lines, STACK_GLOBAL as texts on the stack.
  Result<void> global_line() {
    GS_TRY(const std::string_view module, line());
    GS_TRY(const std::string_view name, line());
    return push_global(module, name);
  }
  Result<void> stack_global() {
    GS_TRY(const PickleRef name, pop());
    GS_TRY(const PickleRef module, pop());
    if (!value(name).is(Kind::text) || !value(module).is(Kind::text)) return broken("a name that is not a text");
    return push_global(value(module).text, value(name).text);
  }
  // Pushes a name after checking it against the list.
  Result<void> push_global(std::string_view module, std::string_view name) {
    if (module.size() > kMaxName || name.size() > kMaxName) return broken("a name is too long");
    std::string full = format("{}.{}", module, name);
    if (std::ranges::find(allowed_, full) == allowed_.end()) {
      return fail(ErrorCode::unsupported,
                  "pickle refers to '{}', which is not allowed: files of this kind do not need it", full)
          .with_hint("save plain data, in PyTorch for example with torch.save(model.state_dict(), FILE)");
    }
    const auto known = std::ranges::find(document_.names_, full);
    const std::string& kept = known != document_.names_.end() ? *known : document_.names_.emplace_back(std::move(full));
    return push({.kind = Kind::global, .text = kept});
  }

  // Call: an OrderedDict without arguments becomes a dictionary, everything else is stored as Kind::call.
  Result<void> reduce() {
    GS_TRY(const PickleRef arguments, pop());
    GS_TRY(const PickleRef callable, pop());
    if (!value(arguments).is(Kind::tuple) || !value(callable).is(Kind::global))
      return broken("a call of a value that is not a function");
    if (value(callable).text != kOrderedDict) return push({.kind = Kind::call, .items = {callable, arguments}});
    if (!value(arguments).items.empty()) return fail(ErrorCode::unsupported, "pickle fills an OrderedDict by a call");
    return push({.kind = Kind::dict});
  }
  // Sets the state of an object. Attributes of a dictionary (torch's _metadata) are ignored.
  Result<void> build() {
    GS_TRY(const PickleRef state, pop());
    if (stack_.size() <= (marks_.empty() ? 0 : marks_.back())) return broken("its stack is empty");
    PickleValue& object = value(stack_.back());
    if (object.is(Kind::dict)) return {};
    if (!object.is(Kind::call) || object.items.size() != 2) return broken("a state for a value that has none");
    object.items.push_back(state);
    return {};
  }
  // BINPERSID: torch uses it for storages.
  Result<void> persistent() {
    GS_TRY(const PickleRef identity, pop());
    return push({.kind = Kind::persistent, .items = {identity}});
  }

  PickleDocument document_;
  std::span<const std::string_view> allowed_;
  PickleLimits limits_;
  ByteReader in_;
  std::vector<PickleRef> stack_;
  std::vector<std::size_t> marks_;
  std::unordered_map<uint32_t, PickleRef> memo_;
};

std::string_view to_string(Kind kind) {
  constexpr std::string_view kNames[] = {"None",         "a boolean", "an integer", "a float",
                                         "a text",       "bytes",     "a list",     "a tuple",
                                         "a dictionary", "a name",    "an object",  "an outside object"};
  return kNames[static_cast<std::size_t>(kind)];
}

const PickleValue* PickleDocument::find(const PickleValue& dict, std::string_view key) const {
  if (!dict.is(Kind::dict)) return nullptr;
  for (std::size_t i = dict.items.size(); i >= 2; i -= 2) {
    const PickleValue& name = at(dict.items[i - 2]);
    if (name.is(Kind::text) && name.text == key) return &at(dict.items[i - 1]);
  }
  return nullptr;
}

const PickleValue* PickleDocument::item(const PickleValue& sequence, std::size_t index) const {
  if (!sequence.is(Kind::tuple) && !sequence.is(Kind::list)) return nullptr;
  return index < sequence.items.size() ? &at(sequence.items[index]) : nullptr;
}

bool PickleDocument::calls(const PickleValue& value, std::string_view name) const {
  return value.is(Kind::call) && at(value.items[0]).text == name;
}

Result<PickleDocument> parse_pickle(std::vector<std::byte> pickle, std::span<const std::string_view> allowed_names,
                                    const PickleLimits& limits) {
  if (pickle.size() > limits.max_bytes) {
    return fail(ErrorCode::limit_exceeded, "pickle has {} bytes, more than the limit of {}", pickle.size(),
                limits.max_bytes);
  }
  return PickleReader(std::move(pickle), allowed_names, limits).run();
}

}  // namespace gs::assets
