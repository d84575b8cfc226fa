// Element types of tensors; also the older path of the processor and NoC enumerations.
#pragma once

#include <tt-metalium/kernel_types.hpp>
#include <tt-metalium/tt_backend_api_types.hpp>

namespace tt::tt_metal {

enum class DataType {
    BFLOAT16 = 0,
    FLOAT32 = 1,
    UINT32 = 2,
    BFLOAT8_B = 3,
    BFLOAT4_B = 4,
    UINT8 = 5,
    UINT16 = 6,
    INT32 = 7,
    FP8_E4M3 = 8,
    INT8 = 9,
    INVALID = 10,
};

// Both throw for a type that has no counterpart.
tt::DataFormat datatype_to_dataformat_converter(DataType type);
DataType dataformat_to_datatype_converter(tt::DataFormat format);

}  // namespace tt::tt_metal
