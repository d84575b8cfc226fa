// The table of mapped mnemonics and the rewriting of asm calls.
#include "jit/pass/assembly.hpp"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace ironbird::pass {
namespace {

using llvm::StringRef;

enum class Meaning : std::uint8_t { nothing, trap, read_csr, read_named_csr, read_stack_pointer };

struct Mnemonic {
    StringRef name;
    Meaning meaning;
    std::uint32_t csr = 0;
};

// Control and status registers by number: RISC-V privileged specification, table of CSR addresses.
constexpr Mnemonic kMnemonics[] = {
    {"nop", Meaning::nothing},
    {"fence", Meaning::nothing},
    {"fence.i", Meaning::nothing},
    {"ebreak", Meaning::trap},
    {"csrr", Meaning::read_csr},
    {"rdcycle", Meaning::read_named_csr, 0xc00},
    {"rdtime", Meaning::read_named_csr, 0xc01},
    {"rdinstret", Meaning::read_named_csr, 0xc02},
    {"rdcycleh", Meaning::read_named_csr, 0xc80},
    {"rdtimeh", Meaning::read_named_csr, 0xc81},
    {"rdinstreth", Meaning::read_named_csr, 0xc82},
    {"mv", Meaning::read_stack_pointer},
};

struct CsrName {
    StringRef name;
    std::uint32_t number;
};

constexpr CsrName kCsrs[] = {
    {"cycle", 0xc00},   {"time", 0xc01},      {"instret", 0xc02},   {"cycleh", 0xc80},
    {"timeh", 0xc81},   {"instreth", 0xc82},  {"mcycle", 0xb00},    {"minstret", 0xb02},
    {"mcycleh", 0xb80}, {"minstreth", 0xb82}, {"mvendorid", 0xf11}, {"marchid", 0xf12},
    {"mimpid", 0xf13},  {"mhartid", 0xf14},   {"mstatus", 0x300},   {"misa", 0x301},
    {"mtvec", 0x305},   {"mepc", 0x341},      {"mcause", 0x342},    {"mtval", 0x343},
};

llvm::SmallVector<StringRef> statements(StringRef text) {
    llvm::SmallVector<StringRef> lines, found;
    for (auto part : llvm::split(text, '\n')) part.split(lines, ';');
    for (auto line : lines) {
        line = line.take_until([](char c) { return c == '#'; }).trim();
        if (!line.empty()) found.push_back(line);
    }
    return found;
}

std::pair<StringRef, StringRef> split_mnemonic(StringRef statement) {
    const auto end = statement.find_first_of(" \t");
    return {statement.substr(0, end), statement.substr(std::min(end, statement.size())).trim()};
}

const Mnemonic* find_mnemonic(StringRef statement) {
    for (const auto& row : kMnemonics)
        if (row.name == split_mnemonic(statement).first) return &row;
    return nullptr;
}

// The second operand of "csrr $0, name".
std::optional<std::uint32_t> csr_number(StringRef operands) {
    const StringRef name = operands.split(',').second.trim();
    for (const auto& row : kCsrs)
        if (row.name == name) return row.number;
    std::uint32_t number = 0;
    if (!name.empty() && !name.getAsInteger(0, number)) return number;
    return std::nullopt;
}

llvm::Value* value_of(llvm::IRBuilder<>& b, const Mnemonic& row, StringRef operands,
                      llvm::Type* type) {
    if (!type->isIntegerTy() && !type->isPointerTy()) return nullptr;
    llvm::Value* got = nullptr;
    if (row.meaning == Meaning::read_stack_pointer) {
        if (operands.split(',').second.trim() != "sp") return nullptr;
        auto* name = llvm::MDNode::get(b.getContext(), llvm::MDString::get(b.getContext(), "rsp"));
        got = b.CreateIntrinsic(llvm::Intrinsic::read_register, {b.getInt64Ty()},
                                {llvm::MetadataAsValue::get(b.getContext(), name)});
    } else {
        const auto number = row.meaning == Meaning::read_csr ? csr_number(operands) : row.csr;
        if (!number) return nullptr;
        auto* module = b.GetInsertBlock()->getModule();
        got = b.CreateCall(module->getOrInsertFunction("ib_csr", b.getInt64Ty(), b.getInt32Ty()),
                           {b.getInt32(*number)});
    }
    return type->isPointerTy() ? b.CreateIntToPtr(got, type) : b.CreateZExtOrTrunc(got, type);
}

// What the asm meant to the compiler beyond its instructions: memory is as it stands.
void leave_barrier(llvm::IRBuilder<>& b) {
    auto* type = llvm::FunctionType::get(b.getVoidTy(), false);
    b.CreateCall(llvm::InlineAsm::get(type, "", "~{memory},~{dirflag},~{fpsr},~{flags}", true));
}

// True when the whole asm could be replaced.
bool map_one(llvm::CallInst& call, StringRef text) {
    llvm::IRBuilder<> b(&call);
    const auto parts = statements(text);
    if (parts.empty()) return true;  // constraints only: x86 keeps it as it is
    if (is_passive(text)) {
        if (!call.getType()->isVoidTy()) return false;
        leave_barrier(b);
        call.eraseFromParent();
        return true;
    }
    const Mnemonic* row = parts.size() == 1 ? find_mnemonic(parts.front()) : nullptr;
    if (row == nullptr) return false;
    if (row->meaning == Meaning::trap) {
        b.CreateCall(call.getModule()->getOrInsertFunction("ib_trap", b.getVoidTy()));
    } else {
        auto* value = value_of(b, *row, split_mnemonic(parts.front()).second, call.getType());
        if (value == nullptr) return false;
        call.replaceAllUsesWith(value);
    }
    call.eraseFromParent();
    return true;
}

}  // namespace

std::uint32_t count_statements(StringRef text) {
    return static_cast<std::uint32_t>(statements(text).size());
}

bool is_passive(StringRef text) {
    return llvm::all_of(statements(text), [](StringRef s) {
        const auto* row = find_mnemonic(s);
        return row != nullptr && row->meaning == Meaning::nothing;
    });
}

void map_assembly(Frame& frame, Report& report) {
    llvm::SmallVector<llvm::CallBase*> calls;
    for (auto& block : frame.function())
        for (auto& i : block)
            if (auto* call = llvm::dyn_cast<llvm::CallBase>(&i); call && call->isInlineAsm())
                calls.push_back(call);
    for (auto* call : calls) {
        const auto text = llvm::cast<llvm::InlineAsm>(call->getCalledOperand())->getAsmString();
        auto* plain = llvm::dyn_cast<llvm::CallInst>(call);
        if (plain != nullptr && map_one(*plain, text)) continue;
        const auto parts = statements(text);
        const auto shown = parts.empty() ? StringRef(text) : parts.front();
        report.refuse(*call, "inline assembly \"" + shown.str() + "\" has no meaning here");
    }
}

}  // namespace ironbird::pass
