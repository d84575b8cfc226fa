// The C side of Tracy.hpp beside this file: its type alone is named without TRACY_ENABLE.
#pragma once

struct TracyCZoneCtx {};
