// Records go into a script element as they are, with what could end it escaped.
#include "report/page/page.hpp"

#include <nlohmann/json.hpp>

#include "base/fault.hpp"

namespace ironbird::report {
namespace {

constexpr std::string_view kPlace = "@IRONBIRD_REPORT@";

// Outside of strings JSON has no such character; inside, the escape means the same.
void add_escaped(std::string& page, std::string_view json) {
    for (const char c : json) {
        if (c == '<')
            page += "\\u003c";
        else
            page += c;
    }
}

void add_record(std::string& page, std::string_view name, std::string_view json) {
    page += ",\"";
    page += name;
    page += "\":";
    add_escaped(page, nlohmann::json::accept(json) ? json : "null");
}

}  // namespace

std::string make_page(std::string_view page_template, const PageData& data) {
    const auto at = page_template.find(kPlace);
    if (at == page_template.npos)
        throw Error(Fault::usage, "the template of the page has no place for data");
    std::string page(page_template.substr(0, at));
    page.reserve(page_template.size() + data.run.size() + data.timeline.size() +
                 data.memory.size() + 1024);
    using nlohmann::json;
    page += "{\"name\":";
    add_escaped(page, json(data.name).dump(-1, ' ', false, json::error_handler_t::replace));
    add_record(page, "run", data.run);
    add_record(page, "timeline", data.timeline);
    add_record(page, "memory", data.memory);
    page += '}';
    page += page_template.substr(at + kPlace.size());
    return page;
}

}  // namespace ironbird::report
