// Another path to ckernel.h.
#pragma once

#include "ckernel.h"
