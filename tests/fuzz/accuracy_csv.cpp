// Tables of measurements: every field as text, number and count.
#include <sstream>

#include "bytes.hpp"
#include "table.hpp"

using namespace ironbird;

namespace {

template <class Read>
void try_to(Read read) {
    try {
        read();
    } catch (const accuracy::DataError&) {
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::istringstream text(fuzz::text_of(data, size));
    try_to([&] {
        for (const accuracy::Fields& f : accuracy::parse_table(text, "table.csv"))
            for (const char* column : {"arch", "cycles", "bytes", ""}) {
                try_to([&] { f.text(column); });
                try_to([&] { f.number(column); });
                try_to([&] { f.count(column); });
            }
    });
    return 0;
}
