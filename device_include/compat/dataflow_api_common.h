// Another path to ironbird/noc_issue.h.
#pragma once

#include "ironbird/noc_issue.h"
