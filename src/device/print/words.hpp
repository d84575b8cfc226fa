// Puts print records into words, in fmt's style or in that of a stream.
#pragma once

#include <string>

#include "device/print/record.hpp"

namespace ironbird::device {

// Settings of the stream form; they stay until changed, for each processor.
struct StreamState {
    int width = 0;
    int precision = 6;
    char base = 'd';
    bool fixed = false;
};

// The text of the record that the reader stands at; moves past it.
std::string record_text(RecordReader& reader, const PrintRecord& record, StreamState& state);

}  // namespace ironbird::device
