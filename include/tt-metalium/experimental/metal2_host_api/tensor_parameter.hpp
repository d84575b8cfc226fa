// A tensor that a program gets at every run.
#pragma once

#include <string>
#include <tt-metalium/experimental/metal2_host_api/tensor_spec_relaxations.hpp>
#include <tt-metalium/tensor/spec/tensor_spec.hpp>
#include <tt_stl/strong_type.hpp>

namespace tt::tt_metal::experimental {

using TensorParamName = ttsl::StrongType<std::string, struct TensorParamNameTag>;

struct TensorParameter {
    TensorParamName unique_id;
    TensorSpec spec;
    TensorSpecRelaxations relaxations;
};

}  // namespace tt::tt_metal::experimental
