// ASSERT: compiled in when the host asks for it, as on the card (watcher, lightweight asserts), or
// with IB_ASSERTS.
#pragma once

#include "ib_abi.h"

#if defined(WATCHER_ENABLED) || defined(LIGHTWEIGHT_KERNEL_ASSERTS) || defined(IB_ASSERTS)
#define ASSERT_ENABLED 1
#define ASSERT(condition, ...) \
    ((condition) ? (void)0 : ib_assert_failed(#condition, __FILE__, __LINE__))
#else
#define ASSERT_ENABLED 0
#define ASSERT(condition, ...) ((void)0)
#endif
#define WATCHER_ASSERT_ENABLED ASSERT_ENABLED
#define LIGHTWEIGHT_ASSERT_ENABLED 0
