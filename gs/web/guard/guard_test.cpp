// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Which requests are served: Host, Origin and token, each in every wrong form.
#include "gs/web/guard/guard.h"

#include <gtest/gtest.h>

#include <set>

#include "gs/web/guard/rate_limit.h"

namespace gs::web {
namespace {

const GuardOptions kGuard{.token = "secret", .port = 8765};

RequestHead good_head() {
  return {.method = "GET",
          .target = "/?token=secret",
          .hosts = {"127.0.0.1:8765"},
          .origin = std::nullopt,
          .cookie = std::nullopt,
          .authorization = std::nullopt,
          .fetch_site = std::nullopt,
          .fetch_mode = std::nullopt};
}

// Status of the refusal; 0 if the request is admitted.
int status_of(const RequestHead& head, const GuardOptions& options = kGuard) {
  const Verdict verdict = check_request(options, head);
  return verdict.refusal ? verdict.refusal->status : 0;
}

TEST(Guard, AdmitsTheTokenOfQueryCookieOrHeader) {
  RequestHead head = good_head();
  EXPECT_EQ(status_of(head), 0);
  EXPECT_TRUE(check_request(kGuard, head).admitted.by_query);
  head.target = "/";
  EXPECT_EQ(status_of(head), 401);
  head.cookie = "a=b; gs_studio_8765=secret; c=d";
  EXPECT_EQ(status_of(head), 0);
  EXPECT_FALSE(check_request(kGuard, head).admitted.by_query);
  head.cookie.reset();
  head.authorization = "Bearer secret";
  EXPECT_EQ(status_of(head), 0);
}

TEST(Guard, RefusesWrongTokens) {
  for (const char* token : {"", "Secret", "secre", "secrets", "secret%20"}) {
    RequestHead head = good_head();
    head.target = std::string("/?token=") + token;
    EXPECT_EQ(status_of(head), 401) << token;
  }
  RequestHead head = good_head();
  head.target = "/";
  head.cookie = "gs_studio_8766=secret";  // of a server at another port
  EXPECT_EQ(status_of(head), 401);
  head.authorization = "Basic secret";
  EXPECT_EQ(status_of(head), 401);
  head.target = "/healthz";
  EXPECT_EQ(status_of(head), 0);
}

TEST(Guard, AnswersOnlyToItsOwnNames) {
  for (const char* host : {"127.0.0.1:8765", "localhost:8765", "LOCALHOST:8765", "[::1]:8765"}) {
    RequestHead head = good_head();
    head.hosts = {host};
    EXPECT_EQ(status_of(head), 0) << host;
  }
  for (const char* host : {"evil.example:8765", "127.0.0.1", "127.0.0.1:80", "localhost.evil.example:8765", "",
                           "127.0.0.2:8765", "192.168.1.5:8765", "127.0.0.1:8765:8765"}) {
    RequestHead head = good_head();
    head.hosts = {host};
    EXPECT_EQ(status_of(head), 421) << host;
  }
  RequestHead head = good_head();
  head.hosts = {};
  EXPECT_EQ(status_of(head), 400);
  head.hosts = {"127.0.0.1:8765", "127.0.0.1:8765"};
  EXPECT_EQ(status_of(head), 400);
}

// A name can be rebound to another address, a numeric address cannot.
TEST(Guard, BeyondLoopbackNumericHostsAreOursAndNamesMustBeListed) {
  GuardOptions open = kGuard;
  open.loopback_only = false;
  open.allowed_hosts = {"robot.lan"};
  RequestHead head = good_head();
  head.hosts = {"192.168.1.5:8765"};
  EXPECT_EQ(status_of(head, open), 0);
  head.hosts = {"[fe80::1]:8765"};
  EXPECT_EQ(status_of(head, open), 0);
  head.hosts = {"robot.lan:8765"};
  EXPECT_EQ(status_of(head, open), 0);
  head.hosts = {"evil.example:8765"};
  EXPECT_EQ(status_of(head, open), 421);
}

// A page of another port of this machine sends our cookie: only the origin tells it apart.
TEST(Guard, RefusesPagesOfOtherOriginsWithAValidCookie) {
  RequestHead head = good_head();
  head.target = "/";
  head.cookie = "gs_studio_8765=secret";
  head.is_upgrade = true;
  head.origin = "http://127.0.0.1:8765";
  EXPECT_EQ(status_of(head), 0);
  for (const char* origin : {"http://127.0.0.1:9999", "http://localhost:9999", "http://localhost:8765", "null", "",
                             "https://127.0.0.1:8765", "https://evil.example", "http://evil.example:8765", "file://"}) {
    head.origin = origin;
    EXPECT_EQ(status_of(head), 403) << origin;
  }
  // Equal to a foreign Host, as under DNS rebinding.
  head.hosts = {"evil.example:8765"};
  head.origin = "http://evil.example:8765";
  EXPECT_EQ(status_of(head), 421);
}

TEST(Guard, AdmitsListedOrigins) {
  GuardOptions options = kGuard;
  options.allowed_origins = {"https://app.foxglove.dev"};
  RequestHead head = good_head();
  head.is_upgrade = true;
  head.fetch_site = "cross-site";
  head.origin = "https://app.foxglove.dev";
  EXPECT_EQ(status_of(head, options), 0);
  head.origin = "https://app.foxglove.dev.evil.example";
  EXPECT_EQ(status_of(head, options), 403);
}

TEST(Guard, OtherSitesMayOnlyLinkToThePage) {
  RequestHead head = good_head();
  head.fetch_site = "cross-site";
  head.fetch_mode = "navigate";
  EXPECT_EQ(status_of(head), 0);
  head.fetch_mode = "no-cors";
  EXPECT_EQ(status_of(head), 403);
  head.fetch_mode = "navigate";
  head.target = "/world/ground.glb?token=secret";
  EXPECT_EQ(status_of(head), 403);
}

TEST(Guard, RefusesHostileTargets) {
  for (const char* target : {"/../etc/passwd?token=secret", "/%2e%2e/x?token=secret", "http://127.0.0.1:8765/"}) {
    RequestHead head = good_head();
    head.target = target;
    EXPECT_EQ(status_of(head), 400) << target;
  }
}

TEST(Guard, TokensAreLongAndNew) {
  std::set<std::string> tokens;
  for (int i = 0; i < 100; ++i) {
    const auto token = make_token();
    ASSERT_TRUE(token);
    EXPECT_EQ(token->size(), 22u);
    EXPECT_EQ(token->find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"),
              token->npos);
    tokens.insert(*token);
  }
  EXPECT_EQ(tokens.size(), 100u);
}

TEST(RateLimit, CountsMessagesAndBytesPerSecond) {
  using namespace std::chrono_literals;
  RateLimit limit(3, 100);
  const RateLimit::Time start{1h};
  EXPECT_TRUE(limit.take(start, 10) && limit.take(start, 10) && limit.take(start + 999ms, 10));
  EXPECT_FALSE(limit.take(start + 999ms, 10));
  EXPECT_TRUE(limit.take(start + 1000ms, 100));
  EXPECT_FALSE(limit.take(start + 1001ms, 1));
}

}  // namespace
}  // namespace gs::web
