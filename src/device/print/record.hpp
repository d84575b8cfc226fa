// What a print call leaves behind on the fiber: plain bytes, put into words later by the host.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

#include "abi/ib_abi.h"
#include "base/strong.hpp"

namespace ironbird::device {

enum class PrintStyle : std::uint8_t { format, stream };

// Followed by `format_bytes` of text and `arguments` times an ArgumentRecord with its bytes.
struct PrintRecord {
    Cycles cycle;
    std::uint32_t format_bytes;
    std::uint32_t arguments;
    PrintStyle style;
};

// What an address in `argument` pointed to when the call was made follows as `bytes` bytes.
struct ArgumentRecord {
    ib_arg argument;
    std::uint32_t bytes;
};

// A tile slice is followed by the bytes of the tile.
struct SliceRecord {
    ib_tile_slice slice;
};

template <class T>
void append(std::vector<std::uint8_t>& to, const T& value) {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(&value);
    to.insert(to.end(), bytes, bytes + sizeof value);
}

inline void append(std::vector<std::uint8_t>& to, const void* data, std::size_t size) {
    const auto* bytes = static_cast<const std::uint8_t*>(data);
    to.insert(to.end(), bytes, bytes + size);
}

// Reads what append() wrote.
class RecordReader {
 public:
    explicit RecordReader(std::span<const std::uint8_t> bytes) : rest_(bytes) {}
    bool at_end() const { return rest_.empty(); }

    template <class T>
    T next() {
        T value;
        std::memcpy(&value, rest_.data(), sizeof value);
        rest_ = rest_.subspan(sizeof value);
        return value;
    }
    std::span<const std::uint8_t> bytes(std::size_t n) {
        const auto taken = rest_.first(n);
        rest_ = rest_.subspan(n);
        return taken;
    }
    std::string_view text(std::size_t n) {
        const auto b = bytes(n);
        return {reinterpret_cast<const char*>(b.data()), b.size()};
    }

 private:
    std::span<const std::uint8_t> rest_;
};

// Bytes of a 32x32 tile in a data format (upstream's DataFormat values); 0 if it cannot be shown.
std::uint32_t tile_bytes(std::uint32_t data_format);

}  // namespace ironbird::device
