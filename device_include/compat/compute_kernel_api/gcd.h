// Another path to api/compute/gcd.h.
#pragma once

#include "api/compute/gcd.h"
