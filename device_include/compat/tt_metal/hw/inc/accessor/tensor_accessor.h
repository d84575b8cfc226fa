// Another path to api/tensor/tensor_accessor.h.
#pragma once

#include "api/tensor/tensor_accessor.h"
