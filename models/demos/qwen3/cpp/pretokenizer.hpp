// Cuts a text into words by a pattern of Unicode classes.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace qwen3 {

// What Qwen's tokenizer.json says: contractions, letters, one digit, other signs, white space.
extern const std::string_view kQwenPattern;

class PreTokenizer {
 public:
    // An error of `where` names a pattern that does not compile.
    explicit PreTokenizer(const std::string& pattern = std::string(kQwenPattern),
                          std::string_view where = "pattern");
    ~PreTokenizer();
    PreTokenizer(PreTokenizer&&) noexcept;
    PreTokenizer& operator=(PreTokenizer&&) noexcept;

    // The words of valid UTF-8, in order; what lies between two matches is a word as well.
    std::vector<std::string_view> split(std::string_view text) const;

 private:
    struct Compiled;
    std::unique_ptr<Compiled> compiled_;
};

}  // namespace qwen3
