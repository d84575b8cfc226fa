// Tables of measurements: fields as text, number and count.
#include <sstream>

#include "bytes.hpp"
#include "table.hpp"

using namespace ironbird;

namespace {

constexpr std::size_t kRows = 2;  // exceptions are slow under the sanitizers

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
        auto rows = accuracy::parse_table(text, "table.csv");
        if (rows.size() > kRows) rows.resize(kRows, rows.front());
        for (const accuracy::Fields& f : rows)
            for (const char* column : {"arch", "cycles", "bytes", ""}) {
                try_to([&] { f.text(column); });
                try_to([&] { f.number(column); });
                try_to([&] { f.count(column); });
            }
    });
    return 0;
}
