// In which memory a tensor lies.
#pragma once

#include <tt-metalium/tensor/spec/memory_config/memory_config.hpp>
