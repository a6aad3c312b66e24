import { setImmediate as turn } from 'node:timers/promises';
import { search } from '../../../src/client/endpoints/table.ts';
import { LoadedRecords } from '../../../src/host/results/loadedRecords.ts';
import { buildRecordFile } from '../../../src/host/results/readRecordsInRequestedOrder.ts';
import { csvLineEnd, formatCsvHeader, formatCsvRow } from '../../../src/app/table/export/tableText.ts';
import { createLinesWriter } from '../../../src/app/table/export/recordFileWriter.ts';
import { createParquetWriter } from '../../../src/app/table/export/parquet.ts';
import { atMost, beside, type BenchRow } from '../benchRow.mts';
import { garbageCollector } from '../../support/garbageCollector.ts';
import { parsedPosts } from '../results/parsedPosts.mts';
import { exchangeWith } from '../store/fillStore.mts';

const many = 100_000;
/** As many posts as a page of a search brings. */
const pageSize = 20;
/** What no turn of the extension may take, in milliseconds. */
const taskMs = 50;

type Make = (records: LoadedRecords, rows: readonly number[]) => Promise<Uint8Array | undefined>;

const making = { signal: new AbortController().signal, reportProgress: () => undefined };

const formats: Readonly<Record<string, Make>> = {
  CSV: async (records, rows) => {
    const { columns } = records;
    const lines = records.pickRows(rows, (row) => formatCsvRow(columns, row));
    return await buildRecordFile(createLinesWriter(csvLineEnd, formatCsvHeader(columns)), lines, making);
  },
  NDJSON: async (records, rows) => await buildRecordFile(createLinesWriter('\n'), records.pickTexts(rows), making),
  Parquet: async (records, rows) =>
    await buildRecordFile(
      createParquetWriter(records.columns),
      records.pickRows(rows, (row) => row),
      making,
    ),
};

/** 100,000 records as files: how long nobody else of the extension host has a turn meanwhile, and what memory it takes. */
export async function benchExports(): Promise<readonly BenchRow[]> {
  const records = loaded();
  const orders = {
    'as loaded': Array.from({ length: many }, (_, at) => at),
    sorted: Array.from({ length: many }, (_, at) => (at * 7_919) % many),
  };
  const collect = garbageCollector();
  const rows: BenchRow[] = [];
  for (const [format, make] of Object.entries(formats)) {
    for (const [order, places] of Object.entries(orders)) {
      const { slowest, peak, bytes } = await watched(collect, async () => await make(records, places));
      const what = `${many} records as ${format}, ${order}`;
      rows.push(
        atMost(`${what}: slowest turn, computed; reference: 50 ms`, slowest, taskMs, 1, 'ms'),
        beside(`${what}: most memory; reference: the file`, peak / 1_000_000, bytes / 1_000_000, 'MB'),
      );
    }
  }
  return rows;
}

function loaded(): LoadedRecords {
  const records = new LoadedRecords(search);
  const posts = parsedPosts(many);
  for (let first = 0; first < many; first += pageSize) {
    const value = { data: posts.slice(first, first + pageSize), nextCursor: 'next', previousCursor: null, hasNextPage: true };
    const exchange = exchangeWith(`id-${first}`, first, first, new TextEncoder().encode(JSON.stringify(value)));
    records.add({ ...exchange, value, request: { ...exchange.request, endpointId: search.id } });
  }
  return records;
}

/** What the thread computed between two turns of somebody else, at most, and what stood in memory beside what was there. */
async function watched(
  collect: () => void,
  work: () => Promise<Uint8Array | undefined>,
): Promise<{ readonly slowest: number; readonly peak: number; readonly bytes: number }> {
  const held = () => {
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const computed = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  // what was released in other places leaves memory a few turns later
  for (let time = 0; time < 4; time += 1) {
    collect();
    await turn();
  }
  const before = held();
  let peak = 0;
  let slowest = 0;
  let last = computed();
  let isOver = false;
  const others = () => {
    const now = computed();
    slowest = Math.max(slowest, now - last);
    peak = Math.max(peak, held() - before);
    last = now;
    if (!isOver) {
      setImmediate(others);
    }
  };
  setImmediate(others);
  const bytes = (await work())?.byteLength ?? 0;
  await turn();
  isOver = true;
  return { slowest, peak, bytes };
}
