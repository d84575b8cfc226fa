// Row-major or tiles.
#pragma once

#include <tt-metalium/tensor/spec/layout/layout.hpp>
