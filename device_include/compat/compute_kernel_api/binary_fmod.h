// Another path to api/compute/binary_fmod.h.
#pragma once

#include "api/compute/binary_fmod.h"
