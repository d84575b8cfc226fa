// The page of a run: the template that the build made, with the run's records in it.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace ironbird::report {

// JSON texts; empty: there is none.
struct PageData {
    std::string name;  // of the run
    std::string run, timeline, memory;
};

// The template must hold the place for data; throws usage otherwise.
std::string make_page(std::string_view page_template, const PageData& data);

}  // namespace ironbird::report
