// What the tests of PIPER share: temporary folders, and text with the room that a decoder needs.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "decode.hpp"
#include "error.hpp"
#include "generate.hpp"

namespace piper {

class Folder {
 public:
    Folder() {
        std::string name = std::filesystem::temp_directory_path() / "piper_test.XXXXXX";
        path_ = mkdtemp(name.data());
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder() { std::filesystem::remove_all(path_); }

    std::string file(const std::string& name, const std::string& content) const {
        std::ofstream(path_ / name, std::ios::binary) << content;
        return path_ / name;
    }
    std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

 private:
    std::filesystem::path path_;
};

inline std::string read_file(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

inline std::string synthetic(std::uint64_t rows, const GenerateOptions& options = {}) {
    std::string text;
    for (std::uint64_t row = 0; row < rows; ++row) append_row(options, row, text);
    return text;
}

using Decoder = void (*)(std::string_view, const DecodeOptions&, Decoded&);
inline Decoded decode_with(Decoder decoder, const std::string& text,
                           const DecodeOptions& options = {}) {
    const std::string padded = std::string(kPadding, 'x') + text + std::string(kPadding, '\t');
    Decoded decoded;
    decoder(std::string_view(padded).substr(kPadding, text.size()), options, decoded);
    return decoded;
}

// What a call throws.
template <class Fn>
std::string refusal(Fn fn) {
    try {
        fn();
    } catch (const Error& e) {
        return e.what();
    }
    return "nothing was thrown";
}

}  // namespace piper
