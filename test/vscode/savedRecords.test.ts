import assert from 'node:assert/strict';
import { parquetReadObjects } from 'hyparquet';
import * as vscode from 'vscode';
import { testLog } from './support/testLog.ts';
import { search } from '../../src/client/endpoints/table.ts';
import { copyRecordsAsJson, saveRecords } from '../../src/host/results/saveRecords.ts';
import { LoadedRecords } from '../../src/host/results/loadedRecords.ts';
import type { OrderedRecordBatch } from '../../src/host/results/readRecordsInRequestedOrder.ts';
import type { Services } from '../../src/host/shared/services.ts';
import { exportFormats } from '../../src/protocol/resultsContract.ts';
import type { RowCells } from '../../src/app/table/cell.ts';
import { toRecordJson, createSearchExchange } from '../support/createSearchExchange.ts';
import { answering } from './support/answering.ts';

const count = 200;
const longPatienceMs = 60_000;
const rows = Array.from({ length: count }, (_, at) => at);

/** Records of ten pages; what is read of them waits behind the first page until it is let go on. */
class HeldRecords extends LoadedRecords {
  readonly #goOn: Promise<void>;

  constructor(goOn: Promise<void> = Promise.resolve()) {
    super(search);
    this.#goOn = goOn;
    for (let page = 0; page < 10; page += 1) {
      this.add(createSearchExchange(page, rows.slice(page * 20, (page + 1) * 20)));
    }
  }

  override pickRows<T>(wanted: readonly number[], make: (row: RowCells) => T): AsyncGenerator<OrderedRecordBatch<T>> {
    return this.#held(super.pickRows(wanted, make));
  }

  override pickTexts(wanted: readonly number[]): ReturnType<LoadedRecords['pickTexts']> {
    return this.#held(super.pickTexts(wanted));
  }

  async *#held<T>(picked: AsyncIterable<OrderedRecordBatch<T>>): AsyncGenerator<OrderedRecordBatch<T>> {
    for await (const some of picked) {
      yield some;
      await this.#goOn;
    }
  }
}

/** Stands in for the bar of long work: its *Cancel* is pressed when it says how far the work is, where that is wanted. */
function watchingProgress(presses: boolean): Disposable & { readonly titles: readonly string[]; readonly said: Promise<void> } {
  const titles: string[] = [];
  const { promise: said, resolve } = Promise.withResolvers<void>();
  const undo = standIn('withProgress', async (options, task) => {
    titles.push((options as vscode.ProgressOptions).title ?? ''); // its first argument
    const source = new vscode.CancellationTokenSource();
    const report = () => {
      if (presses) {
        source.cancel();
      }
      resolve();
    };
    await (task as (progress: unknown, token: vscode.CancellationToken) => Promise<void>)({ report }, source.token); // its second
  });
  return { titles, said, [Symbol.dispose]: undo };
}

function standIn(name: 'withProgress' | 'showSaveDialog', value: (...args: readonly unknown[]) => Promise<unknown>): () => void {
  const original: unknown = Reflect.get(vscode.window, name);
  Object.defineProperty(vscode.window, name, { value, configurable: true, writable: true });
  return () => Object.defineProperty(vscode.window, name, { value: original, configurable: true, writable: true });
}

describe('records that are saved or copied', () => {
  const keys = { known: async () => await Promise.resolve([]) };
  const services = { log: testLog, keys } as unknown as Services; // all that is used
  let file: vscode.Uri;
  let undo: () => void;

  const save = async (records: LoadedRecords, format: (typeof exportFormats)[number], patience?: number) => {
    await saveRecords(services, { records, endpoint: search, texts: { searchItem: 'coffee' } }, format, rows, patience);
  };
  const written = async () => new Uint8Array(await vscode.workspace.fs.readFile(file));

  before(() => {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    assert.ok(folder);
    file = vscode.Uri.joinPath(folder, 'records.saved');
    undo = standIn('showSaveDialog', async () => await Promise.resolve(file));
  });

  after(async () => {
    undo();
    await vscode.workspace.fs.delete(file);
  });

  it('are written whole, and work that is done before one is needed shows no bar', async () => {
    using progress = watchingProgress(false);
    using person = answering({});
    for (const format of exportFormats) {
      await save(new HeldRecords(), format, longPatienceMs);
      const bytes = await written();
      const ids =
        format === 'parquet'
          ? (await parquetReadObjects({ file: bytes.buffer })).map((row): unknown => row['id'])
          : new TextDecoder()
              .decode(bytes)
              .split(/\r?\n/)
              .flatMap((line) => /^(?:\{"id":")?(\d+)[",]/.exec(line)?.[1] ?? []);
      assert.deepEqual(ids, rows.map(String), format);
    }
    assert.deepEqual(progress.titles, []);
    assert.deepEqual(
      person.asked,
      exportFormats.map(() => 'Saved 200 records in records.saved.'),
    );
  });

  it('show a bar that says how far the work is when it takes longer, and come whole', async () => {
    using progress = watchingProgress(false);
    using person = answering({});
    await save(new HeldRecords(progress.said), 'ndjson', 0);
    assert.deepEqual(progress.titles, ['Saving 200 records']);
    assert.equal(new TextDecoder().decode(await written()), rows.map((row) => `${toRecordJson(row)}\n`).join(''));
    assert.deepEqual(person.asked, ['Saved 200 records in records.saved.']);
  });

  for (const format of exportFormats) {
    it(`are not written as ${format} once that is cancelled: what stood there stays, and it is said`, async () => {
      const earlier = new TextEncoder().encode('what stood there');
      await vscode.workspace.fs.writeFile(file, earlier);
      using progress = watchingProgress(true);
      using person = answering({});
      await save(new HeldRecords(progress.said), format, 0);
      assert.deepEqual(progress.titles, ['Saving 200 records']);
      assert.deepEqual(await written(), earlier);
      assert.deepEqual(person.asked, ['Cancelled: nothing was saved. Nothing was spent.']);
    });
  }

  it('are copied as they came, or not at all when that is cancelled', async () => {
    using person = answering({});
    assert.equal(await copyRecordsAsJson(new HeldRecords(), [3]), 'copied');
    assert.equal(await vscode.env.clipboard.readText(), toRecordJson(3));
    using progress = watchingProgress(true);
    assert.equal(await copyRecordsAsJson(new HeldRecords(progress.said), rows, 0), 'cancelled');
    assert.equal(await vscode.env.clipboard.readText(), toRecordJson(3));
    assert.deepEqual(person.asked, ['Cancelled: nothing was copied. Nothing was spent.']);
    assert.equal(await copyRecordsAsJson(new HeldRecords(), rows, longPatienceMs), 'copied');
    assert.equal(await vscode.env.clipboard.readText(), `[\n${rows.map(toRecordJson).join(',\n')}\n]\n`);
  });

  it('are read no further than a clipboard takes, and leave on it what was there', async () => {
    await vscode.env.clipboard.writeText('before');
    let read = 0;
    class LongRecords extends HeldRecords {
      override async *pickTexts(): AsyncGenerator<OrderedRecordBatch<string>> {
        for (; read < count; read += 1) {
          yield await Promise.resolve({ ready: ['x'.repeat(1024 * 1024)], read });
        }
      }
    }
    assert.equal(await copyRecordsAsJson(new LongRecords(), rows), 'tooMuch');
    assert.ok(read < 70, `${read} records of a million letters were read`);
    assert.equal(await vscode.env.clipboard.readText(), 'before');
  });
});
