// What the element-wise operations share.
#pragma once

#include <array>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tt-metalium/program_descriptors.hpp>

#include "core/program.hpp"
#include "ttnn/operations/eltwise/binary/binary.hpp"
#include "ttnn/run.hpp"
#include "ttnn/table.hpp"
#include "ttnn/types.hpp"

namespace ttnn::eltwise {

using Params = std::array<std::uint32_t, 2>;

// The defines of a compute kernel that is told its operation. `FORMAT` in the text becomes the
// format that the numbers have in Dst.
void tell(tt::tt_metal::KernelDescriptor& kernel, const table::Code& code, DataType dtype);
// The same for a kernel that is compiled once for all operations of the table that need no header
// of ours, or the same one. Returns which of them this one is, an argument of the kernel.
std::uint32_t tell(tt::tt_metal::KernelDescriptor& kernel, const table::Code& code,
                   std::span<const table::Code> table, DataType dtype);
// Dst of 16 bits for code that asks for it, where all that the kernel reads and writes is BFLOAT16.
void shorten_dst(tt::tt_metal::KernelDescriptor& kernel, const table::Code& code,
                 std::initializer_list<DataType> types);

// One operation of the vector unit on every tile; the parameters are common arguments 0 and 1 of
// the compute kernel, kCompute.
// `table` is what the kernel is compiled for, where it is not for all rows and forms of the type.
inline constexpr std::uint32_t kCompute = 2;
tt::tt_metal::ProgramDescriptor unary_program(const table::Code& code, const Tensor& input,
                                              const Tensor& output, Params params,
                                              const std::optional<CoreRangeSet>& cores,
                                              std::span<const table::Code> table = {});

tt::tt_metal::TensorSpec spec_like(const tt::tt_metal::Shape& shape, DataType dtype, Layout layout,
                                   const MemoryConfig& memory);

// The bits of a number as elements of this type hold it in Dst.
std::uint32_t bits_of(double value, DataType dtype);
// The number that stands beside elements of this type: of 16 bits beside those of 16 and fewer.
double rounded(double value, DataType dtype);
double number(operations::unary::ScalarVariant scalar);

// Refuses a host tensor, naming the operation: conversions in front of it would accept one.
void need_device(std::string_view op, const Tensor& tensor);

Tensor unary(const table::UnaryRow& row, const Tensor& input, std::array<double, 2> params,
             bool fast, const std::optional<MemoryConfig>& memory,
             const std::optional<Tensor>& output, const std::optional<CoreRangeSet>& cores);

// Variants of operations that are no rows, by their names here; they are compiled with the rows.
table::Code form(std::string_view name, DataType dtype);

// Code that is no row.
Tensor unary(std::string_view name, const table::Code& code, const Tensor& input,
             std::array<double, 2> params, const std::optional<MemoryConfig>& memory,
             const std::optional<Tensor>& output, const std::optional<CoreRangeSet>& cores);

// What callers of binary operations may ask for.
struct Wishes {
    OptionalDataType dtype = std::nullopt;
    std::optional<MemoryConfig> memory = std::nullopt;
    std::optional<Tensor> output = std::nullopt;
    Activations post = {}, lhs = {}, rhs = {};
    std::optional<CoreRangeSet> cores = std::nullopt;
    std::optional<tt::tt_metal::SubDeviceId> sub_device = std::nullopt;
    bool full_number = false;  // a number is not rounded to the type of the elements beside it
};

Tensor binary(const table::BinaryRow& row, const Tensor& lhs, const Tensor& rhs,
              const Wishes& wishes);
Tensor binary(const table::BinaryRow& row, const Tensor& lhs, operations::unary::ScalarVariant rhs,
              const Wishes& wishes);

}  // namespace ttnn::eltwise
