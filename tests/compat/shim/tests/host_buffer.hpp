// A header of the host API by the path that upstream's tests have for it.
#pragma once

#include <tt-metalium/host_buffer.hpp>
