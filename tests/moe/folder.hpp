// A folder for one test, and what errors say.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "error.hpp"

namespace qwen3::testing {

class Folder {
 public:
    Folder() {
        std::string name = (std::filesystem::temp_directory_path() / "moe_XXXXXX").string();
        path_ = ::mkdtemp(name.data());
    }
    ~Folder() { std::filesystem::remove_all(path_); }
    Folder(Folder&&) = delete;
    const std::filesystem::path& path() const { return path_; }

 private:
    std::filesystem::path path_;
};

inline void write_file(const std::filesystem::path& file, const std::string& bytes) {
    std::ofstream(file, std::ios::binary) << bytes;
}

// The message of the Error that `act` throws, or what happened instead.
template <class Act>
std::string refusal(Act act) {
    try {
        act();
    } catch (const Error& e) {
        return e.what();
    }
    return "nothing was refused";
}

}  // namespace qwen3::testing
