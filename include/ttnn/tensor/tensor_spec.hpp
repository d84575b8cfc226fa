// Tensors without their data.
#pragma once

#include <tt-metalium/tensor/spec/tensor_spec.hpp>
