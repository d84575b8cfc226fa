// operation::run by the name that it had in 2025.
#pragma once

#include "ttnn/operation.hpp"
