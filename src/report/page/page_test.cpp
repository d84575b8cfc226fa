// Whatever a run holds, it stays inside of its script element.
#include "report/page/page.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "base/fault.hpp"

namespace ironbird::report {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kTemplate = "<script>@IRONBIRD_REPORT@</script>";

json data_of(const std::string& page) {
    const std::string front = "<script>", back = "</script>";
    return json::parse(page.substr(front.size(), page.size() - front.size() - back.size()));
}

TEST(Page, NothingEndsTheScript) {
    const json run = {{"text", "</script><!-- <b> & \"x\" \\"}};
    const std::string page = make_page(kTemplate, {.name = "</script>", .run = run.dump()});
    EXPECT_EQ(page.find("</script"), page.size() - 9);
    EXPECT_THAT(page, Not(HasSubstr("<!--")));
    EXPECT_EQ(data_of(page)["run"], run);
    EXPECT_EQ(data_of(page)["name"], "</script>");
}

TEST(Page, WhatIsMissingOrCutShortIsNull) {
    const std::string page =
        make_page(kTemplate, {.name = "1", .run = "{}", .timeline = "{\"a\":[1,", .memory = ""});
    EXPECT_TRUE(data_of(page)["run"].is_object());
    EXPECT_TRUE(data_of(page)["timeline"].is_null());
    EXPECT_TRUE(data_of(page)["memory"].is_null());
}

TEST(Page, ATemplateWithoutPlaceIsRefused) {
    EXPECT_THROW(make_page("<html>", {}), Error);
}

}  // namespace
}  // namespace ironbird::report
