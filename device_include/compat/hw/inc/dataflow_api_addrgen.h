// Another path to internal/dataflow/dataflow_api_addrgen.h.
#pragma once

#include "internal/dataflow/dataflow_api_addrgen.h"
