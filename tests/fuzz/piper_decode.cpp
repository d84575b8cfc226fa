// Lines of PIPER's TSV: the fast decoder and the plain one say the same of anything.
#include <algorithm>
#include <cstdlib>
#include <string>

#include "decode.hpp"

namespace {

bool same(const piper::Decoded& a, const piper::Decoded& b) {
    if (a.lines != b.lines || a.chunk.rows != b.chunk.rows ||
        a.bad.has_value() != b.bad.has_value())
        return false;
    if (a.bad && (a.bad->line != b.bad->line || a.bad->message != b.bad->message)) return false;
    return std::ranges::equal(a.chunk.columns, b.chunk.columns, [](const auto& x, const auto& y) {
        return x.words == y.words && x.missing == y.missing;
    });
}

}  // namespace

// The first byte chooses the policy, the form of categories, and how often the lines are repeated.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const piper::DecodeOptions options{(data[0] & 1) != 0 ? piper::Bad::missing : piper::Bad::error,
                                       (data[0] & 2) != 0};
    std::string lines;
    for (int i = 0; i <= (data[0] >> 2 & 15); ++i)
        lines.append(reinterpret_cast<const char*>(data) + 1, size - 1).push_back('\n');
    const std::string text =
        std::string(piper::kPadding, 'x') + lines + std::string(piper::kPadding, '\t');
    const auto view = std::string_view(text).substr(piper::kPadding, lines.size());
    piper::Decoded fast, plain;
    piper::decode_tsv(view, options, fast);
    piper::decode_tsv_reference(view, options, plain);
    if (!same(fast, plain)) std::abort();
    return 0;
}
