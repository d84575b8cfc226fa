// The watcher's ring buffer; without a watcher, on the card too, a push leaves no trace.
#pragma once

#include <stdint.h>

#ifdef IB_WATCHER
extern "C" void ib_ring_push(uint32_t word);
#define WATCHER_RING_BUFFER_PUSH(x) ib_ring_push(static_cast<uint32_t>(x))
#else
#define WATCHER_RING_BUFFER_PUSH(x) ((void)sizeof(x))
#endif
#define WATCHER_RING_BUFFER_INIT() ((void)0)
