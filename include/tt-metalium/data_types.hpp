// The older path of the element types and of the processor and NoC enumerations.
#pragma once

#include <tt-metalium/kernel_types.hpp>
#include <tt-metalium/tensor/tensor_types.hpp>
#include <tt-metalium/tt_backend_api_types.hpp>
