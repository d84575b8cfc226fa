// Device print on the fiber: copies what the arguments mean now, formats nothing.
#include "device/calls/memory.hpp"
#include "device/print/record.hpp"

namespace ironbird::device {
namespace {

constexpr std::uint32_t kLongestText = 4096;

std::span<const std::uint8_t> text_at(Caller& c, std::uint32_t address) {
    const std::uint8_t* begin = translate(c, address, 1);
    std::uint32_t n = 0;
    while (n < kLongestText && try_translate(c, std::uint64_t{address} + n, 1) != nullptr &&
           begin[n] != 0)
        n++;
    return {begin, n};
}

std::uint32_t element_bytes(std::uint32_t kind) {
    if (kind == IB_ARG_ARRAY_U8) return 1;
    return kind == IB_ARG_ARRAY_U16 || kind == IB_ARG_ARRAY_BF16 ? 2 : 4;
}

void append_slice(Caller& c, std::vector<std::uint8_t>& to, const ib_arg& a) {
    const auto address = static_cast<std::uint32_t>(a.value);
    SliceRecord record{};
    std::memcpy(&record.slice, translate(c, address, sizeof record.slice), sizeof record.slice);
    std::uint32_t bytes = tile_bytes(record.slice.data_format);
    if (std::uint64_t{record.slice.address} + bytes > c.context.l1_size) bytes = 0;
    append(to, ArgumentRecord{a, static_cast<std::uint32_t>(sizeof record) + bytes});
    append(to, record);
    append(to, c.core.l1 + record.slice.address, bytes);
}

void append_pointed(Caller& c, std::vector<std::uint8_t>& to, const ib_arg& a) {
    if (a.kind == IB_ARG_TILE_SLICE) return append_slice(c, to, a);
    const auto address = static_cast<std::uint32_t>(a.value);
    std::span<const std::uint8_t> bytes;
    if (a.kind == IB_ARG_TEXT)
        bytes = text_at(c, address);
    else
        bytes = {translate(c, address, std::uint64_t{a.extra} * element_bytes(a.kind)),
                 a.extra * element_bytes(a.kind)};
    append(to, ArgumentRecord{a, static_cast<std::uint32_t>(bytes.size())});
    append(to, bytes.data(), bytes.size());
}

bool readable(const Caller& c, const ib_arg& a) {
    std::uint64_t bytes = 1;
    if (a.kind == IB_ARG_TILE_SLICE)
        bytes = sizeof(ib_tile_slice);
    else if (a.kind != IB_ARG_TEXT)
        bytes = std::uint64_t{a.extra} * element_bytes(a.kind);
    return try_translate(c, static_cast<std::uint32_t>(a.value), bytes) != nullptr;
}

bool points(std::uint32_t kind) {
    return kind == IB_ARG_TEXT || (kind >= IB_ARG_TILE_SLICE && kind <= IB_ARG_ARRAY_F32);
}

// A fault on a bad address must leave no half record.
void record(PrintStyle style, std::string_view format, const ib_arg* args, std::uint32_t count) {
    Caller c;
    if (!c.core.chip.prints) return;
    c.core.sync(c.p);
    std::vector<std::uint8_t>& to = c.p.prints;
    const std::size_t begin = to.size();
    append(to, PrintRecord{c.clock(), static_cast<std::uint32_t>(format.size()), count, style});
    append(to, format.data(), format.size());
    for (std::uint32_t i = 0; i < count; i++) {
        if (points(args[i].kind) && !readable(c, args[i])) {
            to.resize(begin);
            bad_address(c, static_cast<std::uint32_t>(args[i].value), 1);
        }
        if (points(args[i].kind))
            append_pointed(c, to, args[i]);
        else
            append(to, ArgumentRecord{args[i], 0});
    }
    c.core.has_prints = true;
}

}  // namespace

extern "C" {

void ib_print_format(const char* format, const ib_arg* args, std::uint32_t count) {
    record(PrintStyle::format, format, args, count);
}

void ib_print_stream(const ib_arg* args, std::uint32_t count) {
    record(PrintStyle::stream, {}, args, count);
}

}  // extern "C"

}  // namespace ironbird::device
