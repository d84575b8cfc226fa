// Dst, the unit's own registers and its constants, as code names them.
#pragma once

#include "sfpi/branch.h"

namespace sfpi {

enum class DataLayout {
    Default,
    FSrcB,
    F32,
    F16a,
    F16b,
    I32,
    U32,
    U16,
    SM32,
    SM16,
    M32,
    LO16,
    HI16
};
enum class LRegs : std::uint8_t {
    LReg0,
    LReg1,
    LReg2,
    LReg3,
    LReg4,
    LReg5,
    LReg6,
    LReg7,
    LRegCount
};

// Formats of SFPLOAD and SFPSTORE by layout.
inline constexpr std::uint8_t kLoadModes[] = {0, 0, 3, 1, 2, 4, 4, 6, 12, 8, 4, 9, 7};

// What a vector of this type loads and stores as when the code names no layout.
template <class T>
constexpr DataLayout layout_of() {
    if constexpr (std::is_same_v<T, vFloat16a>) return DataLayout::F16a;
    if constexpr (std::is_same_v<T, vFloat16b>) return DataLayout::F16b;
    if constexpr (std::is_base_of_v<vUInt16, T>) return DataLayout::U16;
    if constexpr (std::is_base_of_v<vSMag16, T>) return DataLayout::SM16;
    if constexpr (std::is_base_of_v<vSMag, T>) return DataLayout::SM32;
    return WholeVector<T> ? DataLayout::I32 : DataLayout::FSrcB;
}

sfpi_inline Lanes load_dst(int address, unsigned mode) {
    Lanes lanes;
    issue();
    ib_sfpi_load(address + unit.moved, mode, reinterpret_cast<std::uint32_t*>(&lanes));
    return lanes;
}
sfpi_inline void store_dst(int address, unsigned mode, const Value& v) {
    const Lanes lanes = v.get();
    reads(v);
    issue();
    ib_sfpi_store(address + unit.moved, mode, reinterpret_cast<const std::uint32_t*>(&lanes),
                  switched_on(), due());
}

// 32 datums of Dst: two addresses of the unit per index.
template <DataLayout layout = DataLayout::Default>
class DstRow {
 public:
    sfpi_inline constexpr explicit DstRow(int address) : address_(address) {}
    template <DataLayout other = DataLayout::Default>
    sfpi_inline constexpr auto mode(int addr_mode = -1) const {
        return DstRow < other == DataLayout::Default ? layout : other > (address_);
    }

    template <Vector T>
    sfpi_inline operator T() const {
        return T(load_dst(address_, mode_for<T>()));
    }
    template <Vector T>
    sfpi_inline void operator=(const T& v) const {
        store_dst(address_, mode_for<T>(), v);
    }
    sfpi_inline void operator=(float x) const { *this = vFloat(x); }
    sfpi_inline void operator=(const DstRow& other) const { *this = vFloat(other); }
    sfpi_inline vFloat floats() const { return *this; }

 private:
    template <class T>
    static constexpr unsigned mode_for() {
        return kLoadModes[unsigned(layout == DataLayout::Default ? layout_of<T>() : layout)];
    }
    int address_;
};

struct DstFile {
    sfpi_inline constexpr DstRow<> operator[](int index) const { return DstRow<>(2 * index); }
    sfpi_inline void operator+=(int rows) const {
        issue();
        unit.moved += 2 * rows;
    }
    sfpi_inline void operator++() const { *this += 1; }
    sfpi_inline void operator++(int) const { *this += 1; }
};
inline constexpr DstFile dst_reg{};

class LocalReg {
 public:
    sfpi_inline constexpr explicit LocalReg(unsigned number) : number_(number) {}
    sfpi_inline operator Lanes() const { return unit.reg[number_]; }
    template <Vector T>
    sfpi_inline operator T() const {
        return T(unit.reg[number_]);
    }
    template <Vector T>
    sfpi_inline void operator=(const T& v) const {
        reads(v);
        issue();
        unit.reg[number_] = choose(unit.on, v.get(), unit.reg[number_]);
    }
    sfpi_inline void operator=(const LocalReg& other) const { *this = vUInt(Lanes(other)); }
    sfpi_inline void in_use() const {}

 private:
    unsigned number_;
};
struct LocalFile {
    sfpi_inline constexpr LocalReg operator[](LRegs r) const { return LocalReg(unsigned(r)); }
};
inline constexpr LocalFile l_reg{};

// A constant; the programmable ones take a value, in all lanes.
template <class T>
class Constant {
 public:
    constexpr explicit Constant(unsigned number) : number_(number) {}
    sfpi_inline operator T() const { return value(); }
    sfpi_inline T value() const { return T(unit.reg[number_]); }
    sfpi_inline void operator=(const T& v) const {
        reads(v);
        issue();
        unit.reg[number_] = v.get();
    }
    template <class U>
        requires std::is_constructible_v<T, const U&>
    sfpi_inline void operator=(const U& x) const {
        *this = T(x);
    }

 private:
    unsigned number_;
};
inline constexpr Constant<vFloat> vConst0{kRegZero}, vConst1{kRegOne}, vConstNeg1{kRegMinusOne};
inline constexpr Constant<vFloat> vConst0p8373{kReg0p8373};
inline constexpr Constant<vFloat> vConstFloatPrgm0{kRegProgrammable};
inline constexpr Constant<vFloat> vConstFloatPrgm1{kRegProgrammable + 1};
inline constexpr Constant<vFloat> vConstFloatPrgm2{kRegProgrammable + 2};
inline constexpr Constant<vInt> vConstIntPrgm0{kRegProgrammable};
inline constexpr Constant<vInt> vConstIntPrgm1{kRegProgrammable + 1};
inline constexpr Constant<vInt> vConstIntPrgm2{kRegProgrammable + 2};
inline constexpr Constant<vInt> vConstTileId{kRegLane};

}  // namespace sfpi
