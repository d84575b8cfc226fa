// Another path to tt-metalium/constants.hpp.
#pragma once

#include "tt-metalium/constants.hpp"
