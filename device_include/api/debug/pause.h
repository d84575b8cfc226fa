// The watcher's pause; without a watcher, on the card too, kernels run on.
#pragma once

#ifdef IB_WATCHER
extern "C" void ib_pause(void);
#define PAUSE() ib_pause()
#else
#define PAUSE() ((void)0)
#endif
