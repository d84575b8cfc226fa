#include "fabric_exhibit.hpp"

void kernel_main() {
    Exhibit e;
    e.sender.open();
    for (uint32_t i = 0; i < 4; i++) {
        e.header->to_noc_unicast_write(NocUnicastCommandHeader{e.there(e.data + i * 1024)}, 1024);
        e.sender.wait_for_empty_write_slot();
        e.sender.send_payload_without_header_non_blocking_from_address(e.data, 1024);
        e.sender.send_payload_flush_non_blocking_from_address((uint32_t)e.header,
                                                              sizeof(PACKET_HEADER_TYPE));
#if REPAIRED
        noc_async_writes_flushed();
#endif
    }
    noc_async_writes_flushed();
    e.send();
    e.sender.close();
}
