// P-II in DuckDB's SQL, as good as it gets there: one scan, a table of ids a column, one join for all. The result
// stays in DuckDB's memory; with a third argument it is written as CSV behind the measured time.
//
// usage: node piper_duckdb.mjs ROWS.tsv THREADS [OUT.csv]     (needs @duckdb/node-api)
import { DuckDBInstance } from '@duckdb/node-api';

const [file, threads, out] = process.argv.slice(2);
const dense = Array.from({ length: 13 }, (_, i) => `I${i + 1}`);
const categorical = Array.from({ length: 26 }, (_, i) => `C${i + 1}`);
const types = ['label', ...dense].map((n) => `'${n}': 'INTEGER'`).concat(categorical.map((n) => `'${n}': 'VARCHAR'`));
const read = `read_csv('${file}', delim='\t', header=false, auto_detect=false, quote='', escape='',
    columns={${types.join(', ')}})`;
const value = (n) => `coalesce(cast('0x' || ${n} as UBIGINT), 0) % 5000`;
const log = (n) => `ln(greatest(coalesce(${n}, 0), 0)::FLOAT + 1)::FLOAT AS ${n}`;
const word = (n) => `cast(${value(n)} as USMALLINT) AS ${n}`;

const connection = await (await DuckDBInstance.create(':memory:', { threads })).connect();
const before = process.cpuUsage();
const start = process.hrtime.bigint();
await connection.run(`CREATE TABLE rows AS SELECT label, ${dense.map(log)}, ${categorical.map(word)} FROM ${read}`);
for (const n of categorical)
    await connection.run(`CREATE TABLE ids_${n} AS SELECT ${n} AS value, cast(row_number() OVER (ORDER BY min(rowid)) - 1
        as INTEGER) AS id FROM rows GROUP BY ${n}`);
const joins = categorical.map((n) => `JOIN ids_${n} ON ids_${n}.value = rows.${n}`).join(' ');
await connection.run(`CREATE TABLE result AS SELECT rows.rowid AS row, label, ${dense}, ${categorical.map(
    (n) => `ids_${n}.id AS ${n}`)} FROM rows ${joins}`);
const seconds = Number(process.hrtime.bigint() - start) / 1e9;
const { user, system } = process.cpuUsage(before);
console.log(JSON.stringify({ query_s: seconds, processor_s: (user + system) / 1e6 }));
if (out) await connection.run(`COPY (SELECT * EXCLUDE row FROM result ORDER BY row) TO '${out}' (HEADER false)`);
