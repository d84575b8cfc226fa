// The watcher's check of Ethernet links; without a watcher, on the card too, there is none.
#pragma once

#define WATCHER_CHECK_ETH_LINK_STATUS() ((void)0)
#define WATCHER_ETH_LINK_STATUS_ENABLED 0
