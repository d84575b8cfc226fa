// The path of 2025 to ironbird/noc_issue.h.
#pragma once

#include "ironbird/noc_issue.h"
