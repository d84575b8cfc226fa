// The path of 2025 to internal/dataflow/dataflow_api_addrgen.h.
#pragma once

#include "internal/dataflow/dataflow_api_addrgen.h"
