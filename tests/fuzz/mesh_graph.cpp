// Mesh graph descriptors.
#include "arch/mesh_graph.hpp"

#include "base/fault.hpp"
#include "bytes.hpp"

using namespace ironbird;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    try {
        const arch::MeshGraph g = arch::parse_mesh_graph(fuzz::text_of(data, size), "file");
        for (const char* name : {"n300", "p150"}) {
            try {
                arch::cluster_of(g, arch::selected(name));
            } catch (const Error&) {  // more channels than the chip has
            }
        }
    } catch (const Error&) {  // no descriptor
    }
    return 0;
}
