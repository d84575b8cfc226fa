// The tables of operations: what tests, documentation and bindings are made from.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "ttnn/operations/eltwise/unary/common/unary_op_types.hpp"
#include "ttnn/operations/reduction/generic/generic_reductions.hpp"
#include "ttnn/types.hpp"

namespace ttnn::table {

// What an operation is called in a kernel for one kind of numbers; empty: there is no such form.
struct Code {
    std::string_view header, init, tile;
    bool short_dst = false;  // BFLOAT16 passes through a Dst of 16 bits
};

struct UnaryRow {
    std::string_view name;
    operations::unary::UnaryOpType type{};
    int params = 0;
    bool has_fast = false;  // takes a flag for a faster form
    std::string_view header, init, tile, tile_int32, tile_uint32, tile_uint16;
    std::string_view fast_init, fast_tile;  // empty: the faster form is the exact one
    bool bytes = false;                     // takes UINT8, as it does INT32
    // BFLOAT16 passes through a Dst of 16 bits, where the operation sees NaN: into 32 bits the chip
    // adds instead of moving, which makes an infinity of it. For operations whose results 16 bits
    // hold, or that round as IEEE does.
    bool short_dst = false;
    double (*reference)(double x, const double* p) = nullptr;
    double low = -10, high = 10;
    double relative = 0, absolute = 0;
    std::array<double, 2> sample{};       // parameters that tests use
    void (*encode)(double* p) = nullptr;  // makes the kernel's parameters of the caller's

    Code code(DataType dtype, bool fast) const;
    bool takes(DataType dtype) const { return !code(dtype, false).tile.empty(); }
};

struct BinaryRow {
    std::string_view name;
    bool has_dtype = true;  // takes a data type for the result
    bool has_fast = false;
    std::string_view header, init, tile;
    std::string_view header_int, init_int, tile_int;
    std::string_view init_uint32 = {}, tile_uint32 = {};  // where UINT32 has a form of its own
    bool int32_only = false;                              // of the integers
    bool bytes = false;                                   // takes UINT8 too
    bool promotes = false;     // 32-bit integers beside real numbers become such
    bool short_dst = false;    // as for a unary one
    bool full_number = false;  // a number beside BFLOAT16 is not rounded to it
    double (*reference)(double x, double y) = nullptr;
    double low_a = -10, high_a = 10, low_b = -10, high_b = 10;
    double relative = 0, absolute = 0;

    Code code(DataType dtype) const;
    bool takes(DataType dtype) const { return !code(dtype).tile.empty(); }
};

struct TernaryRow {
    std::string_view name;
    std::string_view header, init, tile;
    bool integers = false;  // takes INT32 and UINT32 too
    double (*reference)(double a, double b, double c, double value) = nullptr;
    double low_b = -10, high_b = 10, low_c = -10, high_c = 10;
    double relative = 0, absolute = 0;
};

// The gradient of a unary operation, and its derivative.
struct BackwardRow {
    std::string_view name;
    Tensor (*run)(const Tensor& gradient, const Tensor& input);
    double (*reference)(double x);
    double low, high;
};

// The gradients of a binary operation.
struct PairBackwardRow {
    std::string_view name;
    std::vector<Tensor> (*run)(const Tensor& gradient, const Tensor& a, const Tensor& b);
    double (*by_a)(double a, double b);
    double (*by_b)(double a, double b);
    double low_a, high_a, low_b, high_b;
};

// Many elements to one.
struct ReductionRow {
    std::string_view name;
    Tensor (*run)(const Tensor& input, const ReductionDims& dims, bool keepdim);
    double (*reference)(std::span<const double> x);
    bool integers = false;  // takes INT32 and UINT32 too
    double low = -10, high = 10;
    double relative = 0, absolute = 0;  // the latter for each element that goes into a result

    bool takes(DataType dtype) const {
        return tt::tt_metal::is_floating_point(dtype) ||
               (integers && (dtype == DataType::INT32 || dtype == DataType::UINT32));
    }
};

// The elements of a dimension to as many.
struct LineRow {
    std::string_view name;
    Tensor (*run)(const Tensor& input, int dim);
    void (*reference)(std::span<double> x);  // in place
    bool last_dim_only = false;
    double low = -10, high = 10;
    double relative = 0, absolute = 0;
};

std::span<const UnaryRow> unary();
std::span<const BinaryRow> binary();
std::span<const TernaryRow> ternary();
std::span<const BackwardRow> backward();
std::span<const PairBackwardRow> pair_backward();
std::span<const ReductionRow> reductions();
std::span<const LineRow> normalizations();

// Any row with its sample or given parameters; tests call operations by this.
Tensor run(const UnaryRow& row, const Tensor& input, std::span<const double> params,
           const std::optional<MemoryConfig>& memory = std::nullopt,
           const std::optional<Tensor>& output = std::nullopt);
Tensor run(const BinaryRow& row, const Tensor& a, const Tensor& b,
           const std::optional<DataType>& dtype = std::nullopt,
           const std::optional<MemoryConfig>& memory = std::nullopt,
           const std::optional<Tensor>& output = std::nullopt);
Tensor run(const BinaryRow& row, const Tensor& a, operations::unary::ScalarVariant b,
           const std::optional<DataType>& dtype = std::nullopt,
           const std::optional<MemoryConfig>& memory = std::nullopt,
           const std::optional<Tensor>& output = std::nullopt);
Tensor run(const TernaryRow& row, const Tensor& a, const Tensor& b, const Tensor& c,
           double value = 1);

}  // namespace ttnn::table
