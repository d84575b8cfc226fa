// Where the parts of this installation are, in the build tree or below an install prefix.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace ironbird::cli {

struct Places {
    std::filesystem::path root;      // what relative kernel paths of our examples start from
    std::filesystem::path prefix;    // for CMAKE_PREFIX_PATH
    std::filesystem::path package;   // folder of TT-MetaliumConfig.cmake
    std::filesystem::path library;   // folder of libtt_metal.so
    std::filesystem::path programs;  // our own host programs: examples, benches
    std::filesystem::path docs;
    std::filesystem::path page;                  // template of `ironbird report`
    std::vector<std::filesystem::path> headers;  // include folders of host programs, in order
    std::string command;                         // what a user types to start us
};

// Worked out once from the path of the running program.
const Places& places();

// What every host source is compiled with, whoever reads it.
std::vector<std::string> host_language(const std::string& standard = "c++20");

}  // namespace ironbird::cli
