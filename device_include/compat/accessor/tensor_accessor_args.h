// Another path to api/tensor/tensor_accessor_args.h.
#pragma once

#include "api/tensor/tensor_accessor_args.h"
