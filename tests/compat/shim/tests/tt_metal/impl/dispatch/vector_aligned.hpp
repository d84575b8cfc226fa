// A private header of upstream's that its tests include.
#pragma once

#include <tt-metalium/vector_aligned.hpp>
