// The older path of tt-logger/tt-logger.hpp.
#pragma once

#include <tt-logger/tt-logger.hpp>
