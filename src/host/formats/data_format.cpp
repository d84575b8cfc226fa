// Names and properties of number formats and of the compute units' choices.
#include <algorithm>
#include <array>
#include <enchantum/enchantum.hpp>
#include <ostream>
#include <stdexcept>
#include <tt-metalium/base_types.hpp>
#include <tt-metalium/data_types.hpp>
#include <tt-metalium/tt_backend_api_types.hpp>

#include "base/require.hpp"

namespace tt {

using ironbird::Fault;
using ironbird::refuse;
namespace {

using enum DataFormat;

constexpr std::array kIntegers{UInt32, Int32,     UInt16,    Int16,   UInt8,
                               Int8,   RawUInt32, RawUInt16, RawUInt8};

constexpr std::array kBlackhole{Bfp2,      Bfp2_b,  Bfp4,  Bfp4_b, Bfp8,   Bfp8_b,   Float16,
                                Float16_b, Float32, Int8,  Int32,  Lf8,    RawUInt8, RawUInt16,
                                RawUInt32, Tf32,    UInt8, UInt16, UInt32, Fp8_e4m3};

constexpr std::array kQuasar{Float16, Float16_b, Float32,  Fp8_e4m3,  Int8,      Int16,  Int32,
                             Lf8,     MxFp4,     MxFp6P,   MxFp6R,    MxFp8R,    MxFp8P, MxInt8,
                             MxInt4,  MxInt2,    RawUInt8, RawUInt16, RawUInt32, Tf32,   UInt8};

template <class List>
bool in(const List& list, DataFormat format) {
    return std::ranges::find(list, format) != list.end();
}

template <class E>
std::string_view name_of(E value) {
    const std::string_view name = enchantum::to_string(value);
    if (name.empty()) throw std::invalid_argument("Unknown format");
    return name;
}

struct Pair {
    tt_metal::DataType type;
    DataFormat format;
};
constexpr std::array kTypes{
    Pair{tt_metal::DataType::BFLOAT16, Float16_b}, Pair{tt_metal::DataType::FLOAT32, Float32},
    Pair{tt_metal::DataType::UINT32, UInt32},      Pair{tt_metal::DataType::BFLOAT8_B, Bfp8_b},
    Pair{tt_metal::DataType::BFLOAT4_B, Bfp4_b},   Pair{tt_metal::DataType::UINT8, UInt8},
    Pair{tt_metal::DataType::UINT16, UInt16},      Pair{tt_metal::DataType::INT32, Int32},
    Pair{tt_metal::DataType::FP8_E4M3, Fp8_e4m3},  Pair{tt_metal::DataType::INT8, Int8},
};

}  // namespace

bool is_integer_format(DataFormat format) {
    return in(kIntegers, format);
}

bool is_fp8_format(DataFormat format) {
    return format == Fp8_e4m3 || format == Lf8;
}

bool is_data_format_supported(DataFormat format, ARCH arch) {
    switch (arch) {
        case ARCH::GRAYSKULL:
        case ARCH::WORMHOLE_B0:
            return format != Fp8_e4m3 && in(kBlackhole, format);
        case ARCH::BLACKHOLE:
            return in(kBlackhole, format);
        case ARCH::QUASAR:
            return in(kQuasar, format);
        default:
            refuse(Fault::host_argument, "no architecture to ask about data formats");
    }
}

std::ostream& operator<<(std::ostream& os, const DataFormat& format) {
    return os << name_of(format);
}

namespace tt_metal {

std::ostream& operator<<(std::ostream& os, const MathFidelity& fidelity) {
    return os << name_of(fidelity);
}

tt::DataFormat datatype_to_dataformat_converter(DataType type) {
    for (const Pair& p : kTypes)
        if (p.type == type) return p.format;
    refuse(Fault::host_argument, "Unsupported DataType: no data format stands for {}",
           enchantum::to_string(type));
}

DataType dataformat_to_datatype_converter(tt::DataFormat format) {
    for (const Pair& p : kTypes)
        if (p.format == format) return p.type;
    refuse(Fault::host_argument, "Unsupported DataFormat: no DataType stands for {}",
           enchantum::to_string(format));
}

}  // namespace tt_metal
}  // namespace tt

auto fmt::formatter<tt::DataFormat>::format(tt::DataFormat format, fmt::format_context& ctx) const
    -> fmt::format_context::iterator {
    return fmt::formatter<fmt::string_view>::format(tt::name_of(format), ctx);
}
