// Decodes the data formats that device print can show.
#include "device/print/elements.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstring>

#include "device/print/record.hpp"

namespace ironbird::device {
namespace {

constexpr std::uint32_t kFace = 16, kTile = 32, kDatums = kTile * kTile;
constexpr std::uint32_t kExponents = 64;  // bytes in front of a block-float tile

template <class T>
T at(std::span<const std::uint8_t> bytes, std::uint32_t i) {
    T v{};
    std::memcpy(&v, bytes.data() + std::size_t{i} * sizeof v, sizeof v);
    return v;
}

float block_float(std::uint32_t sign, std::uint32_t mantissa, std::uint32_t bits,
                  std::uint32_t exponent) {
    const float magnitude =
        std::ldexp(static_cast<float>(mantissa),
                   static_cast<int>(exponent) - 127 - static_cast<int>(bits) + 1);
    return sign != 0 ? -magnitude : magnitude;
}

// One exponent for each row of a face, then sign and mantissa of each datum.
float bfp8(std::span<const std::uint8_t> t, std::uint32_t i) {
    const std::uint8_t v = t[kExponents + i];
    return block_float(v >> 7, v & 0x7f, 7, t[i / kFace]);
}
float bfp4(std::span<const std::uint8_t> t, std::uint32_t i) {
    const std::uint32_t v = t[kExponents + i / 2] >> (i % 2 * 4) & 15u;
    return block_float(v >> 3, v & 7, 3, t[i / kFace]);
}

struct ElementFormat {
    std::uint32_t code;  // upstream's DataFormat
    std::uint32_t bytes;
    Element (*get)(std::span<const std::uint8_t>, std::uint32_t);
};

using Bytes = std::span<const std::uint8_t>;
constexpr auto kFormats = std::to_array<ElementFormat>({
    {0, kDatums * 4, [](Bytes t, std::uint32_t i) -> Element { return at<float>(t, i); }},
    {5, kDatums * 2,
     [](Bytes t, std::uint32_t i) -> Element { return bf16_value(at<std::uint16_t>(t, i)); }},
    {6, kExponents + kDatums, [](Bytes t, std::uint32_t i) -> Element { return bfp8(t, i); }},
    {7, kExponents + kDatums / 2, [](Bytes t, std::uint32_t i) -> Element { return bfp4(t, i); }},
    {8, kDatums * 4, [](Bytes t, std::uint32_t i) -> Element { return at<std::int32_t>(t, i); }},
    {9, kDatums * 2,
     [](Bytes t, std::uint32_t i) -> Element { return std::uint32_t{at<std::uint16_t>(t, i)}; }},
    {14, kDatums,
     [](Bytes t, std::uint32_t i) -> Element { return std::int32_t{at<std::int8_t>(t, i)}; }},
    {24, kDatums * 4, [](Bytes t, std::uint32_t i) -> Element { return at<std::uint32_t>(t, i); }},
    {30, kDatums, [](Bytes t, std::uint32_t i) -> Element { return std::uint32_t{t[i]}; }},
});

const ElementFormat* find(std::uint32_t code) {
    for (const ElementFormat& f : kFormats)
        if (f.code == code) return &f;
    return nullptr;
}

// Position of row h, column w in a tile stored face by face.
std::uint32_t in_faces(std::uint32_t h, std::uint32_t w) {
    const std::uint32_t face = h / kFace * 2 + w / kFace;
    return face * kFace * kFace + h % kFace * kFace + w % kFace;
}

}  // namespace

std::uint32_t tile_bytes(std::uint32_t data_format) {
    const ElementFormat* f = find(data_format);
    return f == nullptr ? 0 : f->bytes;
}

float bf16_value(std::uint16_t bits) {
    return std::bit_cast<float>(std::uint32_t{bits} << 16);
}

Elements slice_elements(const ib_tile_slice& s, std::span<const std::uint8_t> tile) {
    const ElementFormat* f = find(s.data_format);
    if (f == nullptr || tile.size() < f->bytes || s.hs == 0 || s.ws == 0)
        return {{},
                fmt::format("<CB {} tile {}: data format {} at {:#x} cannot be shown>", s.cb,
                            s.tile, s.data_format, s.address)};
    const bool block = s.data_format == 6 || s.data_format == 7;
    Elements list;
    for (std::uint32_t h = s.h0; h < std::min(s.h1, kTile); h += s.hs) {
        for (std::uint32_t w = s.w0; w < std::min(s.w1, kTile); w += s.ws) {
            const std::uint32_t i = s.untilize != 0 || block ? in_faces(h, w) : h * kTile + w;
            list.items.push_back({f->get(tile, i), " "});
        }
        if (!list.items.empty()) list.items.back().after = s.end_row_with_newline != 0 ? "\n" : "";
    }
    return list;
}

Elements array_elements(std::uint32_t kind, std::span<const std::uint8_t> bytes) {
    Elements list;
    const auto add = [&]<class T>(T, auto convert) {
        for (std::uint32_t i = 0; i < bytes.size() / sizeof(T); i++)
            list.items.push_back({convert(at<T>(bytes, i)), " "});
    };
    const auto unsigned_value = [](auto v) -> Element { return std::uint32_t{v}; };
    switch (kind) {
        case IB_ARG_ARRAY_U8:
            add(std::uint8_t{}, unsigned_value);
            break;
        case IB_ARG_ARRAY_U16:
            add(std::uint16_t{}, unsigned_value);
            break;
        case IB_ARG_ARRAY_BF16:
            add(std::uint16_t{}, [](std::uint16_t v) -> Element { return bf16_value(v); });
            break;
        case IB_ARG_ARRAY_F32:
            add(float{}, [](float v) -> Element { return v; });
            break;
        default:
            add(std::uint32_t{}, unsigned_value);
            break;
    }
    return list;
}

}  // namespace ironbird::device
