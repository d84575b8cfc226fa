// What a page of a tensor is.
#pragma once

#include <tt-metalium/tensor/spec/layout/page_config.hpp>
