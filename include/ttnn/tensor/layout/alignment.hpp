// What dimensions are rounded up to.
#pragma once

#include <tt-metalium/tensor/spec/layout/alignment.hpp>
