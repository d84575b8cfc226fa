// Another path to api/compute/transpose_dest.h.
#pragma once

#include "api/compute/transpose_dest.h"
