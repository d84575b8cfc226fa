// Checkpoints: barriers between the processors of a core that dump state. Not modelled.
#pragma once

#include "ib_abi.h"

#define DEBUG_CHECKPOINT(name) ib_not_modelled("DEBUG_CHECKPOINT")
#define DEBUG_CHECKPOINT_EX(name, num_cbs, words_per_cb, dump_dest) \
    ib_not_modelled("DEBUG_CHECKPOINT_EX")
#define DEBUG_CHECKPOINT_GLOBAL(name, sem_id, barrier_coord_x, barrier_coord_y, num_cores) \
    ib_not_modelled("DEBUG_CHECKPOINT_GLOBAL")
