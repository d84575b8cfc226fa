// How fast text is decoded, beside what bounds that on the same bytes.
#pragma once

#include "backend.hpp"
#include "measure.hpp"

namespace piper {

// Processor time of one thread; all take turns.
struct TextRates {
    Measured decode;      // chunk after chunk, into columns
    Measured lines;       // memchr from LF to LF
    Measured whole;       // memchr for a byte that is not there, one search
    Measured separators;  // those of the decoder, found and noted
    Measured store;       // all bytes read, all columns written, nothing decoded
};
TextRates measure_text(Backend& backend, std::size_t bytes, const Protocol& protocol);

}  // namespace piper
