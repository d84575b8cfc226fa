// A SQLite file that is written from nothing.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ironbird::report {

using Cell = std::variant<std::nullptr_t, std::int64_t, double, std::string>;

// One transaction from construction to commit(). Throws usage with SQLite's own words.
class Database {
 public:
    explicit Database(const std::filesystem::path& file);

    void execute(const std::string& sql);
    void commit();
    sqlite3* get() const { return db_.get(); }

 private:
    struct Close {
        void operator()(sqlite3* db) const { sqlite3_close(db); }
    };
    std::unique_ptr<sqlite3, Close> db_;
    std::string file_;
};

// Rows for one table, columns in the order of its declaration.
class Table {
 public:
    Table(Database& db, std::string_view name);
    void add(const std::vector<Cell>& row);

 private:
    struct Finalize {
        void operator()(sqlite3_stmt* s) const { sqlite3_finalize(s); }
    };
    Database& db_;
    std::unique_ptr<sqlite3_stmt, Finalize> insert_;
};

// Every table that the reader may ask for, also those that stay empty here.
void create_tables(Database& db);

}  // namespace ironbird::report
