// The built-in sample: `distributed_add_fixed 2 1x1` on an n150, as IRONBIRD_MEMORY_EVENTS tells
// it.
#include "analysis/log/log.hpp"

namespace ironbird::analysis {

std::string_view sample_log() {
    return R"(chip.open chip=0 product=n150 arch=wormhole_b0
buffer.alloc chip=0 type=DRAM id=0 addr=1073737728 bytes=8192 banks=2 page_size=4096
buffer.alloc chip=0 type=DRAM id=2 addr=1073733632 bytes=8192 banks=2 page_size=4096
buffer.alloc chip=0 type=DRAM id=4 addr=1073729536 bytes=8192 banks=2 page_size=4096
cb.alloc chip=0 prog=1 core=0,0 cb=0 addr=105664 bytes=16384 pages=4 page_size=4096 fmt=Float32 cycle=9163
cb.alloc chip=0 prog=1 core=0,0 cb=1 addr=122048 bytes=16384 pages=4 page_size=4096 fmt=Float32 cycle=9163
cb.alloc chip=0 prog=1 core=0,0 cb=2 addr=138432 bytes=16384 pages=4 page_size=4096 fmt=Float32 cycle=9163
cb.alloc chip=0 prog=1 core=0,0 cb=16 addr=154816 bytes=16384 pages=4 page_size=4096 fmt=Float32 cycle=9163
kernel.begin chip=0 core=0,0 risc=BRISC name=write_tiles.cpp cycle=10151
kernel.begin chip=0 core=0,0 risc=NCRISC name=read_one_by_one.cpp cycle=10151
kernel.begin chip=0 core=0,0 risc=TRISC0 name=add.cpp cycle=10151
kernel.begin chip=0 core=0,0 risc=TRISC1 name=add.cpp cycle=10151
kernel.begin chip=0 core=0,0 risc=TRISC2 name=add.cpp cycle=10151
cb.reserve chip=0 core=0,0 risc=NCRISC cb=0 n=1 occ=0 cycle=10175 blocked_cycles=0
cb.reserve chip=0 core=0,0 risc=TRISC2 cb=2 n=1 occ=0 cycle=10214 blocked_cycles=0
cb.push chip=0 core=0,0 risc=NCRISC cb=0 n=1 occ=1 cycle=10727 blocked_cycles=0
cb.wait chip=0 core=0,0 risc=TRISC0 cb=0 n=1 occ=1 cycle=10727 blocked_cycles=513
cb.reserve chip=0 core=0,0 risc=NCRISC cb=1 n=1 occ=0 cycle=10742 blocked_cycles=0
cb.pop chip=0 core=0,0 risc=TRISC0 cb=0 n=1 occ=0 cycle=10808 blocked_cycles=0
cb.push chip=0 core=0,0 risc=TRISC2 cb=2 n=1 occ=1 cycle=10915 blocked_cycles=0
cb.wait chip=0 core=0,0 risc=TRISC0 cb=2 n=1 occ=1 cycle=10915 blocked_cycles=92
cb.reserve chip=0 core=0,0 risc=TRISC2 cb=2 n=1 occ=1 cycle=10930 blocked_cycles=0
cb.pop chip=0 core=0,0 risc=TRISC0 cb=2 n=1 occ=0 cycle=10996 blocked_cycles=0
cb.push chip=0 core=0,0 risc=NCRISC cb=1 n=1 occ=1 cycle=11294 blocked_cycles=0
cb.wait chip=0 core=0,0 risc=TRISC0 cb=1 n=1 occ=1 cycle=11294 blocked_cycles=284
cb.reserve chip=0 core=0,0 risc=NCRISC cb=1 n=1 occ=1 cycle=11310 blocked_cycles=0
cb.pop chip=0 core=0,0 risc=TRISC0 cb=1 n=1 occ=0 cycle=11375 blocked_cycles=0
cb.push chip=0 core=0,0 risc=TRISC2 cb=2 n=1 occ=1 cycle=11662 blocked_cycles=0
cb.wait chip=0 core=0,0 risc=TRISC0 cb=2 n=1 occ=1 cycle=11662 blocked_cycles=271
cb.reserve chip=0 core=0,0 risc=TRISC2 cb=2 n=1 occ=1 cycle=11678 blocked_cycles=0
cb.pop chip=0 core=0,0 risc=TRISC0 cb=2 n=1 occ=0 cycle=11743 blocked_cycles=0
cb.push chip=0 core=0,0 risc=NCRISC cb=1 n=1 occ=1 cycle=11754 blocked_cycles=0
cb.wait chip=0 core=0,0 risc=TRISC0 cb=1 n=1 occ=1 cycle=11757 blocked_cycles=0
cb.reserve chip=0 core=0,0 risc=NCRISC cb=0 n=1 occ=0 cycle=11772 blocked_cycles=0
cb.pop chip=0 core=0,0 risc=TRISC0 cb=1 n=1 occ=0 cycle=11838 blocked_cycles=0
cb.push chip=0 core=0,0 risc=TRISC2 cb=2 n=1 occ=1 cycle=12125 blocked_cycles=0
cb.wait chip=0 core=0,0 risc=TRISC0 cb=2 n=1 occ=1 cycle=12125 blocked_cycles=271
cb.reserve chip=0 core=0,0 risc=TRISC2 cb=16 n=1 occ=0 cycle=12141 blocked_cycles=0
cb.pop chip=0 core=0,0 risc=TRISC0 cb=2 n=1 occ=0 cycle=12206 blocked_cycles=0
cb.push chip=0 core=0,0 risc=NCRISC cb=0 n=1 occ=1 cycle=12216 blocked_cycles=0
cb.wait chip=0 core=0,0 risc=TRISC0 cb=0 n=1 occ=1 cycle=12222 blocked_cycles=0
cb.reserve chip=0 core=0,0 risc=NCRISC cb=1 n=1 occ=0 cycle=12231 blocked_cycles=0
cb.push chip=0 core=0,0 risc=TRISC2 cb=16 n=1 occ=1 cycle=12313 blocked_cycles=0
cb.wait chip=0 core=0,0 risc=BRISC cb=16 n=1 occ=1 cycle=12313 blocked_cycles=2138
cb.reserve chip=0 core=0,0 risc=TRISC2 cb=2 n=1 occ=0 cycle=12329 blocked_cycles=0
cb.pop chip=0 core=0,0 risc=TRISC0 cb=0 n=1 occ=0 cycle=12350 blocked_cycles=0
cb.push chip=0 core=0,0 risc=TRISC2 cb=2 n=1 occ=1 cycle=12457 blocked_cycles=0
cb.wait chip=0 core=0,0 risc=TRISC0 cb=2 n=1 occ=1 cycle=12457 blocked_cycles=92
cb.reserve chip=0 core=0,0 risc=TRISC2 cb=2 n=1 occ=1 cycle=12472 blocked_cycles=0
cb.pop chip=0 core=0,0 risc=BRISC cb=16 n=1 occ=0 cycle=12507 blocked_cycles=0
cb.pop chip=0 core=0,0 risc=TRISC0 cb=2 n=1 occ=0 cycle=12538 blocked_cycles=0
cb.push chip=0 core=0,0 risc=NCRISC cb=1 n=1 occ=1 cycle=12783 blocked_cycles=0
cb.wait chip=0 core=0,0 risc=TRISC0 cb=1 n=1 occ=1 cycle=12783 blocked_cycles=231
cb.reserve chip=0 core=0,0 risc=NCRISC cb=1 n=1 occ=1 cycle=12799 blocked_cycles=0
cb.pop chip=0 core=0,0 risc=TRISC0 cb=1 n=1 occ=0 cycle=12864 blocked_cycles=0
cb.push chip=0 core=0,0 risc=TRISC2 cb=2 n=1 occ=1 cycle=13151 blocked_cycles=0
cb.wait chip=0 core=0,0 risc=TRISC0 cb=2 n=1 occ=1 cycle=13151 blocked_cycles=271
cb.reserve chip=0 core=0,0 risc=TRISC2 cb=2 n=1 occ=1 cycle=13167 blocked_cycles=0
cb.pop chip=0 core=0,0 risc=TRISC0 cb=2 n=1 occ=0 cycle=13232 blocked_cycles=0
cb.push chip=0 core=0,0 risc=NCRISC cb=1 n=1 occ=1 cycle=13243 blocked_cycles=0
cb.wait chip=0 core=0,0 risc=TRISC0 cb=1 n=1 occ=1 cycle=13246 blocked_cycles=0
kernel.end chip=0 core=0,0 risc=NCRISC name=read_one_by_one.cpp cycle=13247
cb.pop chip=0 core=0,0 risc=TRISC0 cb=1 n=1 occ=0 cycle=13327 blocked_cycles=0
cb.push chip=0 core=0,0 risc=TRISC2 cb=2 n=1 occ=1 cycle=13614 blocked_cycles=0
cb.wait chip=0 core=0,0 risc=TRISC0 cb=2 n=1 occ=1 cycle=13614 blocked_cycles=271
cb.reserve chip=0 core=0,0 risc=TRISC2 cb=16 n=1 occ=0 cycle=13630 blocked_cycles=0
cb.pop chip=0 core=0,0 risc=TRISC0 cb=2 n=1 occ=0 cycle=13695 blocked_cycles=0
kernel.end chip=0 core=0,0 risc=TRISC0 name=add.cpp cycle=13697
kernel.end chip=0 core=0,0 risc=TRISC1 name=add.cpp cycle=13699
cb.push chip=0 core=0,0 risc=TRISC2 cb=16 n=1 occ=1 cycle=13802 blocked_cycles=0
cb.wait chip=0 core=0,0 risc=BRISC cb=16 n=1 occ=1 cycle=13802 blocked_cycles=1279
kernel.end chip=0 core=0,0 risc=TRISC2 name=add.cpp cycle=13804
cb.pop chip=0 core=0,0 risc=BRISC cb=16 n=1 occ=0 cycle=13996 blocked_cycles=0
kernel.end chip=0 core=0,0 risc=BRISC name=write_tiles.cpp cycle=14311
buffer.free chip=0 type=DRAM id=4 addr=1073729536 bytes=8192 banks=2 page_size=4096
buffer.free chip=0 type=DRAM id=2 addr=1073733632 bytes=8192 banks=2 page_size=4096
buffer.free chip=0 type=DRAM id=0 addr=1073737728 bytes=8192 banks=2 page_size=4096
)";
}

}  // namespace ironbird::analysis
