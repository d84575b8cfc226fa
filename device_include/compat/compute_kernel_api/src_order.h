// Another path to api/compute/src_order.h.
#pragma once

#include "api/compute/src_order.h"
