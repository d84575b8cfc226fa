// PCRE2 with Unicode properties.
#define PCRE2_CODE_UNIT_WIDTH 8
#include "pretokenizer.hpp"

#include <pcre2.h>

#include <algorithm>

#include "error.hpp"

namespace qwen3 {

const std::string_view kQwenPattern =
    R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*)"
    R"(|\s*[\r\n]+|\s+(?!\S)|\s+)";

namespace {

// PCRE2 counts U+180E as space, Unicode has not since 6.3: \s becomes White_Space spelled out.
std::string with_unicode_space(std::string_view pattern) {
    constexpr std::string_view kSpace = R"(\p{Z}\t-\r\x{85})";
    std::string out;
    bool in_class = false;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        if (pattern[i] != '\\' || i + 1 == pattern.size()) {
            if (pattern[i] == '[') in_class = true;
            if (pattern[i] == ']') in_class = false;
            out += pattern[i];
            continue;
        }
        const char escaped = pattern[++i];
        if (escaped == 's')
            out += in_class ? std::string(kSpace) : fmt::format("[{}]", kSpace);
        else if (escaped == 'S' && !in_class)
            out += fmt::format("[^{}]", kSpace);
        else
            (out += '\\') += escaped;
    }
    return out;
}

std::string message_of(int code) {
    char text[256] = "";
    pcre2_get_error_message(code, reinterpret_cast<PCRE2_UCHAR*>(text), sizeof(text));
    return text;
}

}  // namespace

struct PreTokenizer::Compiled {
    pcre2_code* code = nullptr;
    pcre2_match_data* match = nullptr;
    pcre2_match_context* limits = nullptr;
    pcre2_jit_stack* stack = nullptr;

    ~Compiled() {
        pcre2_jit_stack_free(stack);
        pcre2_match_context_free(limits);
        pcre2_match_data_free(match);
        pcre2_code_free(code);
    }
};

PreTokenizer::PreTokenizer(const std::string& pattern, std::string_view where)
    : compiled_(std::make_unique<Compiled>()) {
    const std::string text = with_unicode_space(pattern);
    int trouble = 0;
    PCRE2_SIZE at = 0;
    compiled_->code = pcre2_compile(reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(),
                                    PCRE2_UTF | PCRE2_UCP, &trouble, &at, nullptr);
    if (!compiled_->code)
        fail("{}: pattern {} does not compile: {}", where, pattern, message_of(trouble));
    pcre2_jit_compile(compiled_->code, PCRE2_JIT_COMPLETE);  // slower without, but right
    compiled_->match = pcre2_match_data_create_from_pattern(compiled_->code, nullptr);
    compiled_->limits = pcre2_match_context_create(nullptr);
    pcre2_set_match_limit(compiled_->limits, 100'000'000);  // against hostile patterns
    compiled_->stack = pcre2_jit_stack_create(1 << 15, 1 << 26, nullptr);
    pcre2_jit_stack_assign(compiled_->limits, nullptr, compiled_->stack);
}

PreTokenizer::~PreTokenizer() = default;
PreTokenizer::PreTokenizer(PreTokenizer&&) noexcept = default;
PreTokenizer& PreTokenizer::operator=(PreTokenizer&&) noexcept = default;

std::vector<std::string_view> PreTokenizer::split(std::string_view text) const {
    std::vector<std::string_view> words;
    std::size_t done = 0;
    const auto give = [&](std::size_t end) {
        if (end > done) words.push_back(text.substr(done, end - done));
        done = std::max(done, end);
    };
    const auto* subject = reinterpret_cast<PCRE2_SPTR>(text.data());
    while (done < text.size()) {
        // The caller has checked the encoding once: not again for every word.
        const int found =
            pcre2_match(compiled_->code, subject, text.size(), done,
                        PCRE2_NOTEMPTY | PCRE2_NO_UTF_CHECK, compiled_->match, compiled_->limits);
        if (found == PCRE2_ERROR_NOMATCH) break;
        if (found < 0) fail("text cannot be cut into words: {}", message_of(found));
        const PCRE2_SIZE* range = pcre2_get_ovector_pointer(compiled_->match);
        const std::size_t begin = range[0], end = range[1];
        if (begin < done || end <= done) fail("the pattern of words does not go on");  // by \K
        give(begin);
        give(end);
    }
    give(text.size());
    return words;
}

}  // namespace qwen3
