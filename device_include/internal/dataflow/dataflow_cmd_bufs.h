// Numbers of the NoC's command buffers.
#pragma once

#include "ironbird/noc_issue.h"
