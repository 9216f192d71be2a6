// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Fixed joints of a URDF. Only the elements joint, origin, parent and child are read.
#include <algorithm>
#include <cmath>
#include <map>

#include "gs/builder/calibration/calibration_kinds.h"
#include "gs/core/format.h"
#include "gs/core/text/decimal.h"
#include "gs/core/text/printable.h"
#include "gs/core/text/words.h"

namespace gs::builder {
namespace {

constexpr std::size_t kMostJoints = 10'000;

// A start tag, an end tag, or one that is both.
struct XmlTag {
  std::string_view name;
  bool opens = false, closes = false;
  std::map<std::string, std::string, std::less<>> attributes;
  int line = 0;
};

// Reads the tags of an XML text in order. Texts between tags, comments, instructions and CDATA are skipped.
class XmlTags {
 public:
  explicit XmlTags(std::string_view text) : text_(text) {}

  // The next tag; empty at the end, or an error with its line.
  Result<std::optional<XmlTag>> next(const std::string& name) {
    for (;;) {
      // Constructs whose content is not made of tags are passed over as a whole.
      if (!skip_to('<')) return std::optional<XmlTag>{};
      const std::string_view rest = text_.substr(at_);
      const std::string_view end = rest.starts_with("<!--")        ? "-->"
                                   : rest.starts_with("<![CDATA[") ? "]]>"
                                   : rest.starts_with("<?")        ? "?>"
                                   : rest.starts_with("<!")        ? ">"
                                                                   : "";
      if (end.empty()) break;
      const std::size_t found = text_.find(end, at_ + 2);
      if (found == std::string_view::npos) return cut(name);
      move_to(found + end.size());
    }
    return tag(name);
  }

 private:
  Error cut(const std::string& name) const {
    return calibration_error(name, line_, "the XML text ends inside a tag or comment", "the file may be truncated");
  }
  void move_to(std::size_t to) {
    line_ += static_cast<int>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(at_),
                                         text_.begin() + static_cast<std::ptrdiff_t>(to), '\n'));
    at_ = to;
  }
  bool skip_to(char wanted) {
    const std::size_t found = text_.find(wanted, at_);
    move_to(std::min(found, text_.size()));
    return found != std::string_view::npos;
  }
  static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

  Result<std::optional<XmlTag>> tag(const std::string& name) {
    XmlTag out{.name = {}, .opens = true, .closes = false, .attributes = {}, .line = line_};
    std::size_t i = at_ + 1;
    // </name> only closes, <name> only opens, <name/> does both.
    if (i < text_.size() && text_[i] == '/') out.opens = false, out.closes = true, ++i;
    const std::size_t begin = i;
    while (i < text_.size() && !is_space(text_[i]) && text_[i] != '>' && text_[i] != '/') ++i;
    out.name = text_.substr(begin, i - begin);
    for (;;) {
      while (i < text_.size() && is_space(text_[i])) ++i;
      if (i >= text_.size()) return cut(name);
      if (text_[i] == '>') break;
      if (text_[i] == '/') {
        out.closes = true, ++i;
        continue;
      }
      // name = "value"
      const std::size_t equals = text_.find_first_of("=>", i);
      if (equals == std::string_view::npos || text_[equals] == '>') return cut(name);
      std::string_view key = text_.substr(i, equals - i);
      while (!key.empty() && is_space(key.back())) key.remove_suffix(1);
      i = equals + 1;
      while (i < text_.size() && is_space(text_[i])) ++i;
      if (i >= text_.size() || (text_[i] != '"' && text_[i] != '\'')) return cut(name);
      const std::size_t close = text_.find(text_[i], i + 1);
      if (close == std::string_view::npos) return cut(name);
      out.attributes.emplace(key, text_.substr(i + 1, close - i - 1));
      i = close + 1;
    }
    move_to(i + 1);
    return std::optional(std::move(out));
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
};

std::string attribute(const XmlTag& tag, std::string_view key) {
  const auto found = tag.attributes.find(key);
  return found == tag.attributes.end() ? std::string() : found->second;
}

// Three numbers of an attribute; zeros if it is missing.
Result<Vec3d> three_numbers(const XmlTag& tag, std::string_view key, const std::string& name) {
  const std::string text = attribute(tag, key);
  if (text.empty()) return Vec3d{};
  std::vector<double> values;
  for (const std::string_view word : split_words(text)) {
    const auto value = parse_decimal(word);
    if (!value || !std::isfinite(*value) || std::abs(*value) > 1e6 || values.size() == 3) {
      values.clear();
      break;
    }
    values.push_back(*value);
  }
  if (values.size() == 3) return Vec3d{values[0], values[1], values[2]};
  const bool macro = text.find("${") != std::string::npos;
  return calibration_error(name, tag.line, format("{}=\"{}\" is not three numbers", key, printable(text)),
                           macro ? "this is a xacro: write the URDF with xacro FILE > FILE.urdf"
                                 : "write metres and radians, separated by spaces");
}

// A joint under construction.
struct OpenJoint {
  std::string name, type, parent, child;
  Rigid3d origin;
  int line = 0;
};

Result<void> close_joint(const OpenJoint& joint, const std::string& name, GivenCalibration& out) {
  // Wheels and steering move; their poses are no calibration.
  if (joint.type != "fixed") return {};
  if (joint.parent.empty() || joint.child.empty() || joint.parent == joint.child) {
    return calibration_error(name, joint.line,
                             format("the fixed joint '{}' connects '{}' and '{}'", printable(joint.name),
                                    printable(joint.parent), printable(joint.child)),
                             "a joint needs <parent link=\"...\"/> and <child link=\"...\"/>");
  }
  if (out.transforms.size() >= kMostJoints) {
    return fail(ErrorCode::limit_exceeded, "{}: more than {} fixed joints", name, kMostJoints);
  }
  out.transforms.push_back({Timestamp{}, joint.parent, joint.child, joint.origin});
  return {};
}

}  // namespace

Result<GivenCalibration> parse_urdf(std::string_view text, const std::string& name) {
  GivenCalibration out{.kind = "URDF", .cameras = {}, .lidars = {}, .transforms = {}};
  XmlTags tags(text);
  std::optional<OpenJoint> joint;
  bool robot = false;
  for (;;) {
    GS_TRY(const std::optional<XmlTag> tag, tags.next(name));
    if (!tag) break;
    robot = robot || tag->name == "robot";
    if (!robot) {
      return calibration_error(name, tag->line, format("the root element is <{}>", printable(tag->name)),
                               "a URDF begins with <robot>");
    }
    if (tag->name == "joint") {
      if (joint) GS_CHECK(close_joint(*std::exchange(joint, std::nullopt), name, out));
      // An empty joint, <joint/>, has neither parent nor child and is ignored.
      if (tag->opens && !tag->closes)
        joint = OpenJoint{attribute(*tag, "name"), attribute(*tag, "type"), {}, {}, {}, tag->line};
      continue;
    }
    if (!joint || !tag->opens) continue;
    if (tag->name == "parent") joint->parent = attribute(*tag, "link");
    if (tag->name == "child") joint->child = attribute(*tag, "link");
    if (tag->name == "origin") {
      GS_TRY(joint->origin.translation, three_numbers(*tag, "xyz", name));
      GS_TRY(const Vec3d rpy, three_numbers(*tag, "rpy", name));
      joint->origin.rotation = Quaterniond::from_rpy(rpy.x, rpy.y, rpy.z);
    }
  }
  if (joint) return calibration_error(name, joint->line, "a joint is not closed", "the file may be truncated");
  if (out.transforms.empty()) {
    return calibration_error(name, 0, "no fixed joint", "sensors must be connected by joints of type fixed");
  }
  return out;
}

}  // namespace gs::builder
