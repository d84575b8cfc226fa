// How elements lie in memory.
#pragma once

#include <tt-metalium/tensor/spec/layout/tensor_layout.hpp>
