// How tensors are printed.
#pragma once

#include <string>

#include "ttnn/tensor/tensor.hpp"
#include "ttnn/tensor/tensor_utils.hpp"
#include "ttnn/tensor/types.hpp"

namespace ttnn::tensor_impl {

enum class TensorPrintProfile { Empty, Short, Full };
enum class SciMode { Enable, Disable, Default };

struct PrintOptions {
    TensorPrintProfile profile = TensorPrintProfile::Short;
    SciMode sci_mode = SciMode::Default;
    int precision = 4;
};

extern PrintOptions TTNN_PRINT_OPTIONS;

std::string to_string(const Tensor& tensor);

}  // namespace ttnn::tensor_impl
