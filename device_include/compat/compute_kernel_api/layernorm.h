// Another path to api/compute/layernorm.h.
#pragma once

#include "api/compute/layernorm.h"
