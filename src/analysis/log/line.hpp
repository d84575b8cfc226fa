// One line of a log taken apart: words, key=value pairs, numbers behind a key.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace ironbird::analysis {

// A whole number, decimal or hexadecimal with 0x, at the beginning of a text.
inline std::optional<std::uint64_t> leading_number(std::string_view text) {
    const bool hex = text.starts_with("0x");
    if (hex) text.remove_prefix(2);
    std::uint64_t value = 0;
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), value, hex ? 16 : 10);
    if (error != std::errc{} || end == text.data()) return {};
    return value;
}

// The number behind a key that stands anywhere in a line: "CB0:4", "num_tiles = 8".
inline std::optional<std::uint64_t> number_after(std::string_view line, std::string_view key) {
    const auto at = line.find(key);
    if (at == line.npos) return {};
    std::string_view rest = line.substr(at + key.size());
    while (!rest.empty() && (rest.front() == ' ' || rest.front() == '=' || rest.front() == ':'))
        rest.remove_prefix(1);
    return leading_number(rest);
}

// Words of a line, one after the other; empty at its end.
class Words {
 public:
    explicit Words(std::string_view line) : rest_(line) {}

    std::string_view next() {
        const auto begin = rest_.find_first_not_of(" \t\r");
        if (begin == rest_.npos) return rest_ = {};
        rest_.remove_prefix(begin);
        const std::string_view word = rest_.substr(0, rest_.find_first_of(" \t\r"));
        rest_.remove_prefix(word.size());
        return word;
    }
    std::string_view rest() const { return rest_; }

 private:
    std::string_view rest_;
};

// Values of an event by key.
class Fields {
 public:
    explicit Fields(std::string_view pairs) : pairs_(pairs) {}

    std::string_view text(std::string_view key) const {
        Words words(pairs_);
        for (auto word = words.next(); !word.empty(); word = words.next())
            if (word.size() > key.size() && word.starts_with(key) && word[key.size()] == '=')
                return word.substr(key.size() + 1);
        return {};
    }
    std::optional<std::uint64_t> number(std::string_view key) const {
        return leading_number(text(key));
    }

 private:
    std::string_view pairs_;
};

}  // namespace ironbird::analysis
