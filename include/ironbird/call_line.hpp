// Which line of a program in another language calls, for findings: C++'s own stack does not tell.
#pragma once

#include <cstdint>
#include <string>

namespace ironbird {

struct CallLine {
    std::string file;
    std::uint32_t line = 0;  // 0: not known
};

}  // namespace ironbird

extern "C" {
// Of the calling thread, until the next call. Programs that it enqueues remember it if they are
// checked.
void ib_set_call_line(const char* file, std::uint32_t line);
bool ib_wants_call_lines();

// C++'s stack says nothing of the program and is not looked at, which saves an allocation 20 us.
void ib_set_foreign_program();
}
