// Writes wasm.parquet: 1,000 rows in two row groups, by parquet-wasm (Rust's parquet crate).
import {tableToIPC, vectorFromArray, Utf8, Float64, Int32, Bool, Table} from "apache-arrow";
import {Compression, Table as WasmTable, WriterPropertiesBuilder, writeParquet} from "parquet-wasm/node";
import {writeFileSync} from "node:fs";

const rows = Array.from({length: 1000}, (_, i) => i);
const table = new Table({
  label: vectorFromArray(rows.map((i) => i % 2 === 0), new Bool()),
  age: vectorFromArray(rows.map((i) => (i % 7 === 0 ? null : i % 90)), new Int32()),
  pay: vectorFromArray(rows.map((i) => (i % 5 === 0 ? null : i / 8)), new Float64()),
  city: vectorFromArray(rows.map((i) => (i % 11 === 0 ? null : `Zürich ${i % 13}`)), new Utf8()),
  note: vectorFromArray(rows.map((i) => `note ${i}`), new Utf8()),
});
const properties = new WriterPropertiesBuilder()
  .setCompression(Compression.ZSTD)
  .setMaxRowGroupSize(600)
  .setColumnDictionaryEnabled("note", false)
  .build();
const wasm = WasmTable.fromIPCStream(tableToIPC(table, "stream"));
writeFileSync(process.argv[2] ?? "wasm.parquet", writeParquet(wasm, properties));
