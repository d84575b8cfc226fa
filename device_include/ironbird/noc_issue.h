// How a NoC request is described to the device, and the state that the chip's command buffers keep
// between calls (target, length or value, channel, transaction id).
#pragma once

#include "core_config.h"
#include "ib_abi.h"
#include "internal/risc_attribs.h"
#include "noc/noc_parameters.h"

inline constexpr uint8_t noc_index = NOC_INDEX;
inline constexpr uint8_t noc_mode = NOC_MODE;

// Numbers of the command buffers; kernels pass them where an API has a cmd_buf parameter.
inline constexpr uint32_t write_cmd_buf = 0;
inline constexpr uint32_t read_cmd_buf = 1;
inline constexpr uint32_t write_reg_cmd_buf = 2;
inline constexpr uint32_t write_at_cmd_buf = 3;
inline constexpr uint32_t NUM_NOC_CMD_BUFS = 4;

namespace ironbird {

struct CommandBuffer {
    uint64_t target;  // address of the other side; its low half may be given anew by each call
    uint32_t word;    // length in bytes, or the value of an inline write
    uint8_t vc;
    uint8_t trid;
    uint8_t flags;
    uint8_t byte_enable;

    uint64_t at(uint32_t local) const { return (target >> 32) << 32 | local; }
};

static_assert(sizeof(CommandBuffer) * NUM_NOC_CMD_BUFS * NUM_NOCS <=
              sizeof(ib_context::command_buffers));

FORCE_INLINE CommandBuffer& command_buffer(uint32_t noc, uint32_t number) {
    return reinterpret_cast<CommandBuffer*>(
        ib_self()->command_buffers)[noc * NUM_NOC_CMD_BUFS + number];
}

FORCE_INLINE ib_noc how(uint32_t noc, uint32_t vc, uint32_t flags = 0, uint32_t receivers = 0) {
    return {uint8_t(noc), uint8_t(vc), 0, uint8_t(flags), {receivers}};
}

// Of a page of a buffer that begins at `base` in every bank.
FORCE_INLINE ib_noc how_page(uint32_t noc, uint32_t vc, uint32_t flags, uint32_t base) {
    ib_noc request = how(noc, vc, flags | IB_NOC_PAGE);
    request.page_base = base;
    return request;
}

// The same, under the transaction id that the command buffer was given last; 0 is the chip's
// default and needs no mention.
FORCE_INLINE ib_noc tagged(ib_noc request, uint32_t cmd_buf) {
    request.trid = command_buffer(request.noc, cmd_buf).trid;
    if (request.trid != 0) request.flags |= IB_NOC_TRID;
    return request;
}

FORCE_INLINE ib_noc with_trid(ib_noc request, uint32_t trid) {
    request.trid = uint8_t(trid);
    request.flags |= IB_NOC_TRID;
    return request;
}

constexpr uint32_t flag_if(bool condition, uint32_t flag) {
    return condition ? flag : 0;
}

inline constexpr uint32_t kWaitEverything = IB_WAIT_READS | IB_WAIT_WRITES_SENT |
                                            IB_WAIT_WRITES_ACKED | IB_WAIT_POSTED_SENT |
                                            IB_WAIT_ATOMICS_ACKED;

}  // namespace ironbird
