// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A folder on loopback: lists, opening and closing, builds, and requests that must be refused.
#include "gs/web/studio/studio_server.h"

#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <thread>

#include "gs/core/file.h"
#include "gs/core/format.h"
#include "gs/core/json/json.h"
#include "gs/core/testing/temporary_folder.h"
#include "gs/web/runs/testing/small_run.h"
#include "gs/web/testing/raw_client.h"

namespace gs::web {
namespace {

class StudioServerTest : public ::testing::Test {
 protected:
  void write(const std::string& name, std::string_view text) {
    fs::create_directories((folder_ / name).parent_path());
    ASSERT_TRUE(write_file(folder_ / name, text));
  }
  // Worlds named "good" run; others end at once.
  void serve() {
    StudioOptions options;
    options.server.guard.token = "secret";
    options.command = [](const CatalogEntry& entry) -> std::vector<std::string> {
      const std::string script =
          entry.name == "good" ? "echo page: http://127.0.0.1:9/?token=fresh; exec sleep 600" : "echo broken; exit 2";
      return {"/bin/sh", "-c", script};
    };
    auto server = StudioServer::start(folder_.path(), std::move(options));
    ASSERT_TRUE(server) << server.error().message;
    server_ = std::move(*server);
  }
  std::string request(const std::string& method, const std::string& target, const std::string& headers = {}) const {
    return format("{} {} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n{}\r\n", method, target, server_->port(), headers);
  }
  int status(const std::string& method, const std::string& path, const std::string& headers = {}) const {
    return RawClient(server_->port()).status_of(request(method, path + "?token=secret", headers));
  }
  std::string head_of(const std::string& path) const {
    RawClient client(server_->port());
    client.send(request("GET", path + "?token=secret"));
    return client.read_head();
  }
  Node json(const std::string& path) const {
    RawClient client(server_->port());
    client.send(request("GET", path + "?token=secret", "Connection: close\r\n"));
    client.read_head();
    return parse_json(client.read_bytes(1 << 24)).value_or(Node{});
  }
  // Asks until the answer fits; the last one after a minute.
  Node wait_for(const std::string& path, const std::function<bool(const Node&)>& fits) const {
    Node out = json(path);
    for (int i = 0; i < 1200 && !fits(out); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      out = json(path);
    }
    return out;
  }
  std::string id_of(const std::string& name) const {
    const Node list = json("/api/list.json");
    for (const Node& entry : list["entries"].items) {
      if (entry["name"].text == name) return entry["id"].text;
    }
    return {};
  }
  std::string state_of(const std::string& id, const std::string& wanted) const {
    return wait_for(format("/api/open/{}.json", id), [&](const Node& n) { return n["state"].text == wanted; })["state"]
        .text;
  }
  TemporaryFolder folder_;
  std::unique_ptr<StudioServer> server_;
};

TEST_F(StudioServerTest, TheListFollowsTheFolder) {
  write("good/world.yaml", "");
  write_small_run(folder_ / "run.mcap", 0.1);
  serve();
  const Node list = json("/api/list.json");
  ASSERT_EQ(list["entries"].items.size(), 2u);
  EXPECT_EQ(list["entries"].items[0]["kind"].text, "world");
  EXPECT_EQ(list["entries"].items[1]["kind"].text, "run");
  EXPECT_TRUE(list["complete"].boolean);
  EXPECT_EQ(write_json(list).find(folder_.path().string()), std::string::npos) << "no path of this machine";
  write("another/world.yaml", "");
  fs::remove(folder_ / "run.mcap");
  const Node later = wait_for("/api/list.json", [](const Node& n) {
    return n["entries"].items.size() == 2 && n["entries"].items[0]["name"].text == "another";
  });
  EXPECT_EQ(later["entries"].items.at(1)["name"].text, "good");
}

TEST_F(StudioServerTest, AWorldIsOpenedInAProcessOfItsOwn) {
  write("good/world.yaml", "");
  serve();
  const std::string id = id_of("good");
  EXPECT_EQ(status("GET", "/api/open/" + id), 405);
  EXPECT_EQ(status("POST", "/api/close/" + id), 404) << "it is not open";
  EXPECT_TRUE(json("/api/list.json")["entries"].items.at(0)["state"].is_null());
  EXPECT_EQ(status("POST", "/api/open/" + id, "Content-Length: 0\r\n"), 202) << "as browsers send it";
  EXPECT_EQ(state_of(id, "running"), "running");
  EXPECT_EQ(json(format("/api/open/{}.json", id))["url"].text, "http://127.0.0.1:9/?token=fresh");
  EXPECT_EQ(json("/api/list.json")["entries"].items.at(0)["state"].text, "running");
  fs::remove_all(folder_ / "good");
  EXPECT_FALSE(
      wait_for(format("/api/open/{}.json", id), [](const Node& n) { return !n["listed"].boolean; })["listed"].boolean);
  EXPECT_EQ(json(format("/api/open/{}.json", id))["state"].text, "running") << "a world that is deleted runs on";
  EXPECT_EQ(status("POST", "/api/close/" + id), 202);
  EXPECT_TRUE(wait_for(format("/api/open/{}.json", id), [](const Node& n) { return n.is_null(); }).is_null());
}

TEST_F(StudioServerTest, ACrashIsToldAndStudioGoesOn) {
  write("bad/world.yaml", "");
  write("good/world.yaml", "");
  serve();
  const std::string bad = id_of("bad"), good = id_of("good");
  EXPECT_EQ(status("POST", "/api/open/" + bad), 202);
  EXPECT_EQ(state_of(bad, "ended"), "ended");
  EXPECT_EQ(json(format("/api/open/{}.json", bad))["reason"].text, "ended with exit code 2: broken");
  EXPECT_EQ(status("POST", "/api/open/" + good), 202);
  EXPECT_EQ(state_of(good, "running"), "running");
}

TEST_F(StudioServerTest, TheNumberOfOpenWorldsIsLimited) {
  for (int i = 0; i <= static_cast<int>(kMaxOpen); ++i) write(format("{}/good/world.yaml", i), "");
  serve();
  const Node list = json("/api/list.json");
  for (const Node& entry : list["entries"].items) EXPECT_EQ(status("POST", "/api/open/" + entry["id"].text), 202);
  const std::string last = list["entries"].items.back()["id"].text;
  EXPECT_EQ(state_of(last, "ended"), "ended");
  EXPECT_NE(json(format("/api/open/{}.json", last))["reason"].text.find("close one"), std::string::npos);
}

TEST_F(StudioServerTest, ABuildIsShownAndFollowed) {
  write("ws/folder.json", R"({"kind":"workspace of gs-world-builder"})");
  write("ws/report.html", "<html>");
  write("ws/03_gs_training/training_log.txt", "log");
  serve();
  const std::string id = id_of("ws"), url = format("/api/builds/{}.json", id);
  EXPECT_EQ(json(url)["steps"].items.size(), 8u);
  write("ws/03_gs_training/metrics.json", R"({"iterations":[{"iteration":5,"loss":0.5}]})");
  const Node seen = wait_for(url, [](const Node& n) { return !n["training"]["evaluations"].items.empty(); });
  EXPECT_EQ(seen["training"]["evaluations"].items.at(0)["loss"].real, 0.5);
  const std::string report = head_of(format("/builds/{}/report.html", id));
  EXPECT_NE(report.find("sandbox allow-scripts"), std::string::npos);
  EXPECT_EQ(report.find("'wasm-unsafe-eval'"), std::string::npos) << "one policy only";
  EXPECT_EQ(status("POST", "/api/open/" + id), 404) << "a build has no process";
  for (const char* name : {"03_gs_training/training_log.txt", "training_log.txt", "folder.json", "request.json"})
    EXPECT_EQ(status("GET", format("/builds/{}/{}", id, name)), 404) << name;
  fs::remove_all(folder_ / "ws");
  EXPECT_TRUE(wait_for(url, [](const Node& n) { return n.is_null(); }).is_null());
}

// After each of these the server still answers.
TEST_F(StudioServerTest, HostileRequestsAreRefused) {
  write("good/world.yaml", "");
  serve();
  const std::string id = id_of("good"), open = "/api/open/" + id, own = format("http://127.0.0.1:{}", server_->port());
  const auto host = [&](const std::string& name) {
    return format("GET /api/list.json?token=secret HTTP/1.1\r\nHost: {}\r\n\r\n", name);
  };
  const std::pair<std::string, int> attacks[] = {
      {request("GET", "/api/list.json"), 401},
      {request("GET", "/api/list.json?token=wrong"), 401},
      {request("POST", open), 401},
      {request("POST", open + "?token=secret", "Origin: http://127.0.0.1:1\r\n"), 403},
      {request("POST", open + "?token=secret", "Origin: null\r\n"), 403},
      {request("POST", open + "?token=secret", "Sec-Fetch-Site: cross-site\r\n"), 403},
      {host("rebind.example.org"), 421},
      {host("127.0.0.1:1"), 421},
      {request("GET", "/api/open/../list.json?token=secret"), 400},
      {request("GET", "/builds/%2e%2e/%2e%2e/etc/passwd?token=secret"), 400},
      {request("GET", "/builds/..%5c..%5csecret?token=secret"), 400},
      {request("GET", "/api/list.json%00?token=secret"), 400},
      {request("GET", own + "/api/list.json?token=secret"), 400},
      {request("POST", "/api/open/good?token=secret"), 404},
      {request("POST", "/api/open/?token=secret"), 404},
      {request("POST", open + "/x?token=secret"), 404},
      {request("POST", open + "?token=secret", "Content-Length: 1\r\n") + "x", 400},
      {request("POST", open + "?token=secret", "Transfer-Encoding: chunked\r\n") + "0\r\n\r\n", 400},
      {request("POST", open + "?token=secret", "Content-Length: 0\r\nTransfer-Encoding: chunked\r\n") + "0\r\n\r\n",
       400},
      {request("DELETE", open + "?token=secret"), 405},
      {request("PUT", "/api/list.json?token=secret"), 405},
      {request("GET", "/good/world.yaml?token=secret"), 404},
  };
  for (const auto& [attack, expected] : attacks) {
    EXPECT_EQ(RawClient(server_->port()).status_of(attack), expected) << attack;
    EXPECT_EQ(status("GET", "/api/list.json"), 200) << "after " << attack;
  }
  EXPECT_TRUE(json(format("/api/open/{}.json", id)).is_null()) << "none of them opened the world";
  EXPECT_EQ(status("POST", open, format("Origin: {}\r\n", own)), 202);
}

TEST_F(StudioServerTest, AWebSocketIsToldThatAFolderHasNoData) {
  serve();
  RawClient client(server_->port());
  EXPECT_TRUE(client.upgrade(server_->port(), "/?token=secret", "foxglove.sdk.v1").starts_with("HTTP/1.1 101"));
  const auto frame = client.read_frame();
  ASSERT_TRUE(frame);
  EXPECT_EQ(frame->close_code(), 1008);
}

TEST_F(StudioServerTest, AMissingFolderIsAnError) {
  const auto server = StudioServer::start(folder_ / "missing", {});
  ASSERT_FALSE(server);
  EXPECT_NE(server.error().message.find("missing"), std::string::npos);
}

}  // namespace
}  // namespace gs::web
