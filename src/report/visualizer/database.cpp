// SQLite's C interface, as far as writing rows needs it.
#include "report/visualizer/database.hpp"

#include <fmt/format.h>

#include "base/fault.hpp"

namespace ironbird::report {
namespace {

[[noreturn]] void fail(sqlite3* db, const std::string& what) {
    throw Error(Fault::usage, fmt::format("{}: {}", what, sqlite3_errmsg(db)));
}

int bind(sqlite3_stmt* s, int at, const Cell& cell) {
    struct Visitor {
        sqlite3_stmt* s;
        int at;
        int operator()(std::nullptr_t) const { return sqlite3_bind_null(s, at); }
        int operator()(std::int64_t v) const { return sqlite3_bind_int64(s, at, v); }
        int operator()(double v) const { return sqlite3_bind_double(s, at, v); }
        int operator()(const std::string& v) const {
            return sqlite3_bind_text(s, at, v.data(), static_cast<int>(v.size()), SQLITE_TRANSIENT);
        }
    };
    return std::visit(Visitor{s, at}, cell);
}

}  // namespace

Database::Database(const std::filesystem::path& file) : file_(file.string()) {
    sqlite3* db = nullptr;
    const int code = sqlite3_open(file_.c_str(), &db);
    db_.reset(db);
    if (code != SQLITE_OK) fail(db, "cannot write " + file_);
    // The file is moved to its name when it is whole, so a crash needs no journal.
    execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN");
}

void Database::execute(const std::string& sql) {
    if (sqlite3_exec(db_.get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
        fail(db_.get(), "cannot write " + file_);
}

void Database::commit() {
    execute("COMMIT");
}

Table::Table(Database& db, std::string_view name) : db_(db) {
    sqlite3_stmt* columns = nullptr;
    const std::string ask = fmt::format("SELECT count(*) FROM pragma_table_info('{}')", name);
    if (sqlite3_prepare_v2(db.get(), ask.c_str(), -1, &columns, nullptr) != SQLITE_OK)
        fail(db.get(), ask);
    sqlite3_step(columns);
    const int count = sqlite3_column_int(columns, 0);
    sqlite3_finalize(columns);
    std::string marks;
    for (int i = 0; i < count; i++) marks += i == 0 ? "?" : ",?";
    const std::string sql = fmt::format("INSERT INTO {} VALUES ({})", name, marks);
    sqlite3_stmt* insert = nullptr;
    if (sqlite3_prepare_v2(db.get(), sql.c_str(), -1, &insert, nullptr) != SQLITE_OK)
        fail(db.get(), sql);
    insert_.reset(insert);
}

void Table::add(const std::vector<Cell>& row) {
    invariant(static_cast<int>(row.size()) == sqlite3_bind_parameter_count(insert_.get()),
              "a row has as many cells as its table has columns");
    for (std::size_t i = 0; i < row.size(); i++)
        if (bind(insert_.get(), static_cast<int>(i + 1), row[i]) != SQLITE_OK)
            fail(db_.get(), "cannot bind");
    if (sqlite3_step(insert_.get()) != SQLITE_DONE) fail(db_.get(), "cannot write a row");
    sqlite3_reset(insert_.get());
}

}  // namespace ironbird::report
