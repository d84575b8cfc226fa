// Formatting with arguments that are known only now.
#include "device/print/words.hpp"

#include <fmt/args.h>

#include <bit>

#include "device/print/elements.hpp"

namespace ironbird::device {
namespace {

struct Argument {
    ib_arg value;
    std::span<const std::uint8_t> bytes;

    std::string_view text() const {
        return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
    }
    double real() const {
        return value.kind == IB_ARG_BF16
                   ? double{bf16_value(static_cast<std::uint16_t>(value.value))}
                   : std::bit_cast<double>(value.value);
    }
    Elements elements() const {
        if (value.kind != IB_ARG_TILE_SLICE) return array_elements(value.kind, bytes);
        RecordReader reader(bytes);
        const auto slice = reader.next<SliceRecord>().slice;
        return slice_elements(slice, reader.bytes(bytes.size() - sizeof(SliceRecord)));
    }
};

Argument read_argument(RecordReader& reader) {
    const auto r = reader.next<ArgumentRecord>();
    return {r.argument, reader.bytes(r.bytes)};
}

using Store = fmt::dynamic_format_arg_store<fmt::format_context>;

// A float arrives widened; it must print with a float's digits.
void push_real(Store& store, double v) {
    if (static_cast<double>(static_cast<float>(v)) == v)
        store.push_back(static_cast<float>(v));
    else
        store.push_back(v);
}

void push(Store& store, const Argument& a) {
    switch (a.value.kind) {
        case IB_ARG_U64:
            return store.push_back(a.value.value);
        case IB_ARG_I64:
            return store.push_back(static_cast<std::int64_t>(a.value.value));
        case IB_ARG_BF16:
        case IB_ARG_F64:
            return push_real(store, a.real());
        case IB_ARG_CHAR:
            return store.push_back(static_cast<char>(a.value.value));
        case IB_ARG_BOOL:
            return store.push_back(a.value.value != 0);
        case IB_ARG_TEXT:
            return store.push_back(std::string(a.text()));
        case IB_ARG_POINTER:
            return store.push_back(reinterpret_cast<const void*>(a.value.value));
        default:
            return store.push_back(a.elements());
    }
}

std::string format_text(std::string_view format, RecordReader& reader, std::uint32_t count) {
    Store store;
    for (std::uint32_t i = 0; i < count; i++) push(store, read_argument(reader));
    try {
        return fmt::vformat(format, store);
    } catch (const fmt::format_error& e) {
        const bool ends = format.ends_with('\n');
        return fmt::format("{} <{}>{}", format.substr(0, format.size() - (ends ? 1 : 0)), e.what(),
                           ends ? "\n" : "");
    }
}

std::string padded(std::string text, const StreamState& s) {
    return s.width > 0 ? fmt::format("{:>{}}", text, s.width) : text;
}

std::string stream_integer(std::uint64_t bits, bool is_signed, const StreamState& s) {
    if (s.base == 'x') return fmt::format("{:x}", bits);
    if (s.base == 'o') return fmt::format("{:o}", bits);
    return is_signed ? fmt::format("{}", static_cast<std::int64_t>(bits)) : fmt::format("{}", bits);
}

std::string stream_real(double v, const StreamState& s) {
    return s.fixed ? fmt::format("{:.{}f}", v, s.precision)
                   : fmt::format("{:.{}g}", v, s.precision);
}

std::string stream_value(const Argument& a, const StreamState& s) {
    switch (a.value.kind) {
        case IB_ARG_U64:
            return padded(stream_integer(a.value.value, false, s), s);
        case IB_ARG_I64:
            return padded(stream_integer(a.value.value, true, s), s);
        case IB_ARG_BF16:
        case IB_ARG_F64:
            return padded(stream_real(a.real(), s), s);
        case IB_ARG_CHAR:
            return padded(std::string(1, static_cast<char>(a.value.value)), s);
        case IB_ARG_BOOL:
            return padded(a.value.value != 0 ? "1" : "0", s);
        case IB_ARG_TEXT:
            return padded(std::string(a.text()), s);
        case IB_ARG_POINTER:
            return padded(fmt::format("{:#x}", a.value.value), s);
        case IB_ARG_ENDL:
            return "\n";
        default:
            return fmt::format("{}", a.elements());
    }
}

// True if the argument only changes how others are shown.
bool manipulate(const ib_arg& a, StreamState& s) {
    switch (a.kind) {
        case IB_ARG_SETW:
            s.width = static_cast<int>(a.value);
            return true;
        case IB_ARG_SETPRECISION:
            s.precision = static_cast<int>(a.value);
            return true;
        case IB_ARG_HEX:
            s.base = 'x';
            return true;
        case IB_ARG_OCT:
            s.base = 'o';
            return true;
        case IB_ARG_DEC:
            s.base = 'd';
            return true;
        case IB_ARG_FIXED:
            s.fixed = true;
            return true;
        case IB_ARG_DEFAULTFLOAT:
            s.fixed = false;
            return true;
        default:
            return false;
    }
}

}  // namespace

std::string record_text(RecordReader& reader, const PrintRecord& record, StreamState& state) {
    const std::string_view format = reader.text(record.format_bytes);
    if (record.style == PrintStyle::format) return format_text(format, reader, record.arguments);
    std::string text;
    for (std::uint32_t i = 0; i < record.arguments; i++) {
        const Argument a = read_argument(reader);
        if (!manipulate(a.value, state)) text += stream_value(a, state);
    }
    return text;
}

}  // namespace ironbird::device
