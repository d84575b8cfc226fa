// Figures that need a process of their own: another number of threads, another arithmetic.
#pragma once

#include <cstdlib>
#include <string>
#include <vector>

namespace ironbird::bench {

// Measures a figure in a new process with this one's environment.
double own_process(const std::string& figure);
bool in_own_process();  // whether this is such a process

// What a program of ours beside this one prints: a number.
double program_seconds(const std::string& program, const std::vector<std::string>& arguments);

// A variable for child processes, put back afterwards.
class Variable {
 public:
    Variable(const char* name, const std::string& value) : name_(name) {
        if (const char* old = std::getenv(name)) old_ = old;
        setenv(name, value.c_str(), 1);
    }
    ~Variable() {
        if (old_.empty())
            unsetenv(name_);
        else
            setenv(name_, old_.c_str(), 1);
    }
    Variable(const Variable&) = delete;
    Variable& operator=(const Variable&) = delete;

 private:
    const char* name_;
    std::string old_;
};

}  // namespace ironbird::bench
