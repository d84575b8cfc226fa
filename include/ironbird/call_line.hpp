// Which line of a program in another language calls, for findings: C++'s own stack does not tell.
#pragma once

#include <cstdint>
#include <string>

namespace ironbird {

struct CallLine {
    std::string file;
    std::uint32_t line = 0;  // 0: not known
};

// Of the calling thread, until the next call. Programs that it enqueues remember it if they are
// checked.
void set_call_line(CallLine line);
bool wants_call_lines();

// C++'s stack says nothing of the program and is not looked at, which saves an allocation 20 us.
void set_foreign_program();

}  // namespace ironbird
