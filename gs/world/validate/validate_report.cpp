// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "gs/core/format.h"
#include "gs/core/json/json_writer.h"
#include "gs/world/validate/validate.h"

namespace gs::world {
namespace {

// Problems of one file, worst first, otherwise in the order found.
std::vector<const Problem*> problems_of(const ValidationReport& report, const std::string& file) {
  std::vector<const Problem*> found;
  for (const Problem& problem : report.problems) {
    if (problem.file == file) found.push_back(&problem);
  }
  std::stable_sort(found.begin(), found.end(), [](auto* a, auto* b) { return a->severity > b->severity; });
  return found;
}

// The worst severity of a file.
std::string_view status_of(const std::vector<const Problem*>& problems) {
  return problems.empty() ? "ok" : to_string(problems.front()->severity);
}

// The problem without severity and file, which are printed before it.
std::string reason(const Problem& problem) {
  Problem shown = problem;
  shown.file.clear();
  return to_string(shown).substr(to_string(problem.severity).size() + 2);
}

std::string counted(std::size_t count, std::string_view word) {
  return format("{} {}{}", count, word, count == 1 ? "" : "s");
}

// Checked files, then other files with problems.
std::vector<std::string> all_files(const ValidationReport& report) {
  std::vector<std::string> files = report.files;
  for (const Problem& problem : report.problems) {
    if (std::find(files.begin(), files.end(), problem.file) == files.end()) files.push_back(problem.file);
  }
  return files;
}

void write_problem(const Problem& problem, JsonWriter& out) {
  out.begin_object();
  out.field("severity", to_string(problem.severity)).field("code", to_string(problem.code));
  out.field("place", problem.place).field("message", problem.message);
  out.field("allowed", problem.allowed).field("hint", problem.hint);
  out.end_object();
}

}  // namespace

std::string to_text(const ValidationReport& report) {
  std::string text;
  for (const std::string& file : all_files(report)) {
    const auto problems = problems_of(report, file);
    text += format("{:<8} {}", status_of(problems), file);
    for (std::size_t i = 0; i < problems.size(); ++i) {
      if (i > 0) text += format("\n{:<8}  {:<7}", "", to_string(problems[i]->severity));
      text += ": " + reason(*problems[i]);
    }
    text += "\n";
  }
  const Problems& p = report.problems;
  // Problems keeps a limited number of entries.
  if (p.not_kept() > 0) text += format("({} more problems are not shown)\n", p.not_kept());
  text += format("{}: {}, {}, {}\n", report.valid() ? "valid" : "INVALID", counted(p.count(Severity::error), "error"),
                 counted(p.count(Severity::warning), "warning"), counted(p.count(Severity::notice), "notice"));
  return text;
}

std::string to_json(const ValidationReport& report) {
  JsonWriter out;
  out.begin_object();
  out.field("valid", report.valid()).field("scene_id", report.scene_id);
  out.field("errors", report.problems.count(Severity::error));
  out.field("warnings", report.problems.count(Severity::warning));
  out.field("notices", report.problems.count(Severity::notice));
  out.key("files").begin_array();
  for (const std::string& file : all_files(report)) {
    const auto problems = problems_of(report, file);
    out.begin_object().field("file", file).field("status", status_of(problems)).key("problems").begin_array();
    for (const Problem* problem : problems) write_problem(*problem, out);
    out.end_array().end_object();
  }
  out.end_array().end_object();
  return std::move(out).take();
}

}  // namespace gs::world
