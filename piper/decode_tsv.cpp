// The fast decoder: separators of a part of the text are found first, then as many lines as a
// vector has lanes go through it together, field by field. Lines that are not as most are (fields
// too many, too few or too long, no digits) go to decode_line().
#include <algorithm>
#include <utility>

#include "decode_rows.hpp"

namespace piper {
namespace {

// Lines of the widest vector. What a part has beyond a multiple of it is left to the next part.
constexpr std::size_t kVectorLines = 16;

// Where in the whole text a part begins.
struct Position {
    std::size_t row = 0, line = 0;
};

bool is_blank(std::string_view line) {
    return line.empty() || line == "\r";
}

// Every line has forty fields: as many feeds as lines, and each where a line has to end.
bool is_regular(std::string_view part, Separators& found) {
    if (found.count != found.lines * kFields) return false;
    for (std::size_t at = kFields; at <= found.count; at += kFields)
        if (part[found.begins()[at] - 1u] != '\n') return false;
    return true;
}

// Runs of regular lines, and what lies between them. Gives the number of rows.
std::size_t decode_mixed(std::string_view part, const DecodeOptions& options, Position from,
                         Separators& separators, Decoded& into) {
    const std::uint16_t* begins = separators.begins();
    const std::uint16_t* const all = begins + separators.count + 1;
    std::size_t row = from.row;
    Run run{part, begins};
    for (std::size_t line = from.line; line < from.line + separators.lines; ++line) {
        const std::uint16_t* const next =
            std::find_if(begins + 1, all, [&](std::uint16_t at) { return part[at - 1u] == '\n'; });
        const std::string_view text = part.substr(*begins, *next - 1u - *begins);
        const bool regular = next - begins == static_cast<std::ptrdiff_t>(kFields);
        if (regular && run.count == 0) run = {part, begins, 0, row, line};
        if (regular) {
            ++run.count;
        } else {
            decode_run(std::exchange(run, {part, begins}), options, into);
            if (!is_blank(text)) decode_odd(text, options, line, row, into);
        }
        row += is_blank(text) ? 0 : 1;
        begins = next;
    }
    decode_run(run, options, into);
    return row - from.row;
}

// Line after line. Gives the number of rows.
std::size_t decode_plain(std::string_view part, const DecodeOptions& options, Position from,
                         Decoded& into) {
    std::size_t row = from.row;
    for (; !part.empty(); ++from.line) {
        const std::string_view line = part.substr(0, part.find('\n'));
        if (!is_blank(line)) decode_odd(line, options, from.line, row++, into);
        part.remove_prefix(line.size() + 1);
    }
    return row - from.row;
}

// Whole lines of at most kPartBytes, or one line that is longer. The last two parts are of about
// one size: few lines would not fill a vector.
std::string_view next_part(std::string_view text) {
    if (text.size() <= kPartBytes) return text;
    const std::size_t size = text.size() / (text.size() / kPartBytes + 1);
    const std::size_t feed = text.rfind('\n', size);
    return text.substr(0, (feed != text.npos ? feed : text.find('\n', size)) + 1);
}

// Room for the rows of a part; for those of all parts, if the others are like the first ones.
void reserve_rows(std::size_t rows, double share, const DecodeOptions& options, Chunk& chunk) {
    if (rows <= chunk.rows) return;
    make_room(std::max(rows, static_cast<std::size_t>(1.05 * static_cast<double>(rows) / share)),
              options, chunk);
}

}  // namespace

void decode_odd(std::string_view line, const DecodeOptions& options, std::size_t number,
                std::size_t row, Decoded& into) {
    Row plain;
    std::string trouble;
    decode_line(line, options, plain, trouble);
    put_row(plain, options, row, into.chunk);
    if (!trouble.empty() && options.bad == Bad::error && !into.bad)
        into.bad = BadField{number, trouble};
}

void decode_tsv(std::string_view lines, const DecodeOptions& options, Decoded& into) {
    thread_local Separators separators;
    into.bad.reset();
    make_room(into.chunk.rows, options, into.chunk);
    Position at;
    for (std::size_t begin = 0; begin < lines.size();) {
        const std::string_view part = next_part(lines.substr(begin));
        begin += part.size();
        const double share = static_cast<double>(begin) / static_cast<double>(lines.size());
        if (part.size() > kPartBytes) {
            reserve_rows(at.row + 1, share, options, into.chunk);
            decode_odd(part.substr(0, part.size() - 1), options, at.line++, at.row++, into);
            continue;
        }
        find_separators(part, separators);
        reserve_rows(at.row + separators.lines, share, options, into.chunk);
        if (separators.controls) {
            at.row += decode_plain(part, options, at, into);
        } else if (is_regular(part, separators)) {
            if (begin < lines.size() && separators.lines > kVectorLines) {
                separators.lines -= separators.lines % kVectorLines;
                begin -= part.size() - separators.begins()[separators.lines * kFields];
            }
            decode_run({part, separators.begins(), separators.lines, at.row, at.line}, options,
                       into);
            at.row += separators.lines;
        } else {
            at.row += decode_mixed(part, options, at, separators, into);
        }
        at.line += separators.lines;
    }
    into.lines = at.line;
    cut_to(at.row, into.chunk);
}

}  // namespace piper
