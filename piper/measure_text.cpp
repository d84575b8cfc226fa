// Synthetic lines through the decoder, through memchr, and through parts of what a decoder has to
// do.
#include "measure_text.hpp"

#include <algorithm>
#include <cstring>
#include <string>

#include "batch.hpp"
#include "decode_rows.hpp"
#include "engine.hpp"
#include "generate.hpp"

namespace piper {
namespace {

constexpr std::uint64_t kRows = 10000;  // repeated

// About as many bytes, with room around them as decoders need.
std::string synthetic_text(std::size_t bytes) {
    std::string some, text(kPadding, '\n');
    for (std::uint64_t row = 0; row < kRows; ++row) append_row({}, row, some);
    const std::size_t copies = std::max<std::size_t>(1, bytes / some.size());
    text.reserve(copies * some.size() + 2 * kPadding);
    for (std::size_t i = 0; i < copies; ++i) text += some;
    return text.append(kPadding, '\n');
}

std::size_t feeds_of(std::string_view lines) {
    std::size_t found = 0;
    for (std::size_t at = lines.find('\n'); at != lines.npos; at = lines.find('\n', at + 1))
        ++found;
    return found;
}

std::size_t separators_of(std::string_view lines) {
    thread_local Separators separators;
    std::size_t found = 0;
    for (; !lines.empty(); lines.remove_prefix(std::min(lines.size(), kPartBytes))) {
        find_separators(lines.substr(0, kPartBytes), separators);
        found += separators.count;
    }
    return found;
}

// Parts and rows in the order in which the decoder takes them.
std::size_t read_and_store(std::string_view lines, std::size_t rows, Decoded& into) {
    const std::size_t parts = (lines.size() + kPartBytes - 1) / kPartBytes;
    std::size_t found = 0;
    for (std::size_t part = 0; part < parts; ++part) {
        const std::string_view text = lines.substr(part * kPartBytes, kPartBytes);
        found += std::memchr(text.data(), '\0', text.size()) != nullptr ? 1 : 0;
        store_rows(part * rows / parts, (part + 1) * rows / parts, into.chunk);
    }
    return found;
}

}  // namespace

TextRates measure_text(Backend& backend, std::size_t bytes, const Protocol& protocol) {
    const std::string text = synthetic_text(bytes);
    const auto lines = std::string_view(text).substr(kPadding, text.size() - 2 * kPadding);
    const auto chunks = cut(lines, RunOptions().chunk_bytes, false);
    std::vector<std::size_t> rows;
    for (const std::string_view chunk : chunks) rows.push_back(feeds_of(chunk));
    Decoded decoded, stored;
    make_room(*std::ranges::max_element(rows), {}, stored.chunk);
    volatile std::size_t found = 0;  // or the searches are left out
    const auto in = static_cast<double>(lines.size());
    const auto out = static_cast<double>(feeds_of(lines) * kFields * 4);
    const auto all = measure_in_turn({{[&] {
                                           for (const std::string_view chunk : chunks)
                                               backend.decode(chunk, {}, decoded);
                                       },
                                       in, out},
                                      {[&] { found = feeds_of(lines); }, in, 0},
                                      {[&] { found = lines.find('\0'); }, in, 0},
                                      {[&] {
                                           for (const std::string_view chunk : chunks)
                                               found = separators_of(chunk);
                                       },
                                       in, 0},
                                      {[&] {
                                           for (std::size_t i = 0; i < chunks.size(); ++i)
                                               found = read_and_store(chunks[i], rows[i], stored);
                                       },
                                       in, out}},
                                     protocol, thread_seconds);
    return {all[0], all[1], all[2], all[3], all[4]};
}

}  // namespace piper
