// The older path of tt_stl/assert.hpp.
#pragma once

#include <tt_stl/assert.hpp>
