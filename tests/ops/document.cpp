// Prints docs/ops.md.
#include "document.hpp"

#include <cstdio>

int main() {
    std::fputs(ironbird::tile::document().c_str(), stdout);
}
