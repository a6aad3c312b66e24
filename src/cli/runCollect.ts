import { readFile } from 'node:fs/promises';
import type { Client } from '../client/client.ts';
import type { Connection } from '../client/connection.ts';
import type { Endpoint, Service } from '../client/endpoint.ts';
import { formatMoney, type Money } from '../client/money.ts';
import { timeParam } from '../client/params.ts';
import { decodeParamText } from '../client/wire.ts';
import { formatDollars } from '../core/cost/formatCost.ts';
import { formatCallCount } from '../core/cost/formatSpend.ts';
import { joinParts } from '../core/text/joinParts.ts';
import type { WaitReason } from '../client/policies/send.ts';
import { describeWaiting } from '../core/errors/describeError.ts';
import {
  checkPlan,
  checkResume,
  collect,
  CollectFault,
  type CollectOptions,
  type CollectPlan,
  countRecords,
  createSummary,
  describeRun,
  type EntryList,
  estimate,
  findCollectEndpoint,
  findLeft,
  getListFormat,
  getRunBaseUrl,
  type LiveRun,
  partFormats,
  readEntryList,
  RunFolder,
  type RunProgress,
  type RunSummary,
  sandboxBaseUrl,
  toProgress,
  UncertainPages,
} from '../features/collect/index.ts';
import {
  formatUsage,
  helpOption,
  type OptionTable,
  readDollarsOption,
  readEnumOption,
  readIntegerOption,
  readOptions,
  runWithUsage,
  StartError,
  UsageError,
} from '../sandbox/readOptions.ts';
import { connectionOptions, newStoreOption, openClientOfOptions, storeOption } from './openClient.ts';
import { pausedExitCode, print, replaceLine, say, untilStopped } from './output.ts';
import { queueOption, runQueue } from './runQueue.ts';

const options = {
  param: { type: 'string', multiple: true, value: 'NAME=VALUE', says: 'a parameter of the endpoint; can be repeated' },
  list: { type: 'string', value: 'FILE', says: 'one query for each line, or for each row of a .csv or .ndjson file' },
  as: { type: 'string', value: 'NAME', says: 'the parameter that takes the values of the list' },
  column: { type: 'string', value: 'NAME', says: 'the column of the table (default: the one named like the parameter)' },
  max: { type: 'string', value: 'N', says: 'the number of records to stop at, for each list entry' },
  since: { type: 'string', value: 'TIME', says: 'the date or time to stop at, for posts that are listed newest first' },
  budget: { type: 'string', value: 'DOLLARS', says: 'the most that the run may cost; required for paid services' },
  out: { type: 'string', value: 'DIR', says: 'a new folder for the files' },
  format: { type: 'string', value: 'FORMAT', says: 'ndjson (the default) or parquet' },
  resume: { type: 'string', value: 'DIR', says: 'continues the run in this folder; --budget can raise its budget' },
  queue: { ...queueOption, says: `${queueOption.says}; --resume then takes the run's ID, and --out is for --export` },
  export: { type: 'string', value: 'RUN', says: 'with --queue: writes the run with this ID to --out' },
  'since-last': { type: 'boolean', says: 'with --resume, after a complete run: collects what is new' },
  'buy-again': { type: 'boolean', says: 'with --resume: requests pages again that may have been charged but were not saved' },
  ...connectionOptions,
  store: storeOption,
  'new-store': newStoreOption,
  ...helpOption,
} as const satisfies OptionTable;

const usage = formatUsage(
  'Usage: social-data collect ENDPOINT [options] --out DIR\n       social-data collect --resume DIR [options]\n       social-data collect --queue URL ENDPOINT [options]',
  'Collects all pages of an endpoint into files. Ctrl+C pauses. Without a URL, requests go to a built-in sandbox: free sample data.\nOn a terminal it shows its progress, otherwise it prints a line of JSON for each page.\nExit codes: 0 if the run is complete, 3 if it is paused, 2 if it could not start.',
  options,
);

/** Only for a new run. */
const planOptions = ['param', 'list', 'as', 'column', 'max', 'since', 'format'] as const;

type OptionValues = ReturnType<typeof readOptions<typeof options>>['values'];

type Connections = (service: Service) => Connection | undefined;

interface PreparedRun {
  readonly folder: RunFolder;
  readonly summary: RunSummary;
  readonly endpoint: Endpoint;
}

/** Collects pages into a folder, or with workers. Exits with 3 if the run is paused. */
export async function runCollect(args: readonly string[]): Promise<void> {
  await runWithUsage(usage, async () => {
    const { values, positionals } = readOptions(args, options, { allowPositionals: true });
    const { queue, resume, out, export: exported } = values;
    const sinceLast = values['since-last'] === true;
    const buyAgain = values['buy-again'] === true;
    if (resume === undefined && (sinceLast || buyAgain)) throw new UsageError('--since-last and --buy-again require --resume');
    if (queue === undefined && exported !== undefined) throw new UsageError('--export requires --queue');
    const isNew = (resume ?? exported) === undefined;
    const planned =
      planOptions.find((name) => values[name] !== undefined) ?? (positionals.length > 0 ? 'the endpoint' : undefined);
    if (!isNew && planned !== undefined)
      throw new UsageError(
        `A run continues as it was planned. Leave out ${planned === 'the endpoint' ? planned : `--${planned}`}`,
      );
    if (queue !== undefined && sinceLast)
      throw new UsageError('--since-last is for folders: export the run, and resume the folder');
    try {
      if (queue === undefined || isNew) await collectWithClient(values, positionals);
      else if (exported === undefined)
        await runQueue(queue, {
          kind: 'resume',
          run: resume ?? '',
          budget: readDollarsOption('budget', values.budget),
          buyAgain,
        });
      else if (out === undefined) throw new UsageError('--export requires --out');
      else await runQueue(queue, { kind: 'export', run: exported, out });
    } catch (error) {
      if (error instanceof UncertainPages) {
        print({ state: 'paused', reason: describeUncertainPages(error) });
        process.exitCode = pausedExitCode;
        return;
      }
      if (error instanceof CollectFault) throw new StartError(error.message);
      throw error instanceof Error && 'syscall' in error ? new StartError(`${error.message}.`) : error;
    }
  });
}

async function collectWithClient(values: OptionValues, positionals: readonly string[]): Promise<void> {
  const { queue, resume, out } = values;
  const sinceLast = values['since-last'] === true;
  const buyAgain = values['buy-again'] === true;
  const { client, connections, close } = await openClientOfOptions(values, say);
  try {
    if (queue !== undefined) {
      if (out !== undefined) throw new UsageError('With --queue, files are written with --export');
      await runQueue(queue, { kind: 'start', ...(await prepareRun(positionals, values, connections, client)) });
      return;
    }
    const run =
      resume === undefined
        ? await startRun(positionals, out, values, connections, client)
        : await openRun(resume, values, connections, sinceLast);
    try {
      await runUntilStopped({ ...run, client, sinceLast, buyAgain });
    } finally {
      await run.folder.close();
    }
  } finally {
    await close();
  }
}

/** A new run, checked. */
async function prepareRun([name, ...others]: readonly string[], values: OptionValues, connections: Connections, client: Client) {
  if (name === undefined || others.length > 0) throw new UsageError('Specify one endpoint, such as userFollowers');
  const endpoint = findCollectEndpoint(name);
  const list = await readList(values, endpoint);
  const plan = toPlan(values, endpoint, connections);
  checkPlan(plan, endpoint, list?.values);
  const price = client.priceOf(endpoint);
  if (list !== undefined && list.doubles > 0) say(`Duplicates left out: ${list.doubles}.`);
  say(describeEstimate(estimate(plan, endpoint, list?.values, price), price));
  return { endpoint, plan, list: list?.values, price };
}

function describeEstimate({ requests, most }: ReturnType<typeof estimate>, price: Money | undefined): string {
  const least = `At least ${formatCallCount(requests)}`;
  if (price === 0n) return `${least}, free.`;
  return price === undefined || most === undefined
    ? `${least}. The price isn't known yet, so the first one may exceed the budget.`
    : `${least}, at most ${formatDollars(most)}.`;
}

async function startRun(
  positionals: readonly string[],
  out: string | undefined,
  values: OptionValues,
  connections: Connections,
  client: Client,
): Promise<PreparedRun> {
  if (out === undefined) throw new UsageError('--out is required');
  const { endpoint, plan, list } = await prepareRun(positionals, values, connections, client);
  const summary = createSummary(plan);
  return { folder: RunFolder.create(out, summary, list), summary, endpoint };
}

async function readList({ list, as, column }: OptionValues, endpoint: Endpoint): Promise<EntryList | undefined> {
  if (list === undefined && as === undefined && column === undefined) return undefined;
  if (list === undefined || as === undefined) throw new UsageError('--list and --as go together');
  const text = await readFile(list, 'utf8').catch((error: unknown) => {
    throw new StartError(`The list can't be read: ${error instanceof Error ? error.message : String(error)}`);
  });
  return readEntryList(text, { endpoint, as, column, format: getListFormat(list) });
}

function toPlan(values: OptionValues, endpoint: Endpoint, connections: Connections): CollectPlan {
  const { since, as } = values;
  const max = readIntegerOption('max', values.max, 1_000_000_000);
  const budget = readDollarsOption('budget', values.budget);
  const baseUrl = getRunBaseUrl(connections(endpoint.service));
  if (baseUrl === undefined)
    throw new UsageError(`${endpoint.title} needs the base URL of its service: --${endpoint.service} URL`);
  if (budget === undefined && baseUrl !== sandboxBaseUrl) throw new UsageError('Set a budget, such as --budget 0.50');
  if (max === 0) throw new UsageError('--max must be at least 1');
  if (since !== undefined && !timeParam({ title: 'Since' }).safeParse(since).success)
    throw new UsageError('--since must be a date, or a time with its zone, such as 2026-03-01T12:00:00Z');
  const paid = baseUrl === sandboxBaseUrl ? {} : { budget };
  return {
    ...{ endpoint: endpoint.id, params: readParams(values.param ?? [], endpoint), as, max, since, baseUrl, ...paid },
    format: readEnumOption('format', values.format, partFormats) ?? 'ndjson',
  };
}

function readParams(given: readonly string[], { params: { shape } }: Endpoint): CollectPlan['params'] {
  return Object.fromEntries(
    given.map((text) => {
      const at = text.indexOf('=');
      if (at < 1) throw new UsageError('--param must be NAME=VALUE');
      const name = text.slice(0, at);
      return [name, decodeParamText(shape[name], text.slice(at + 1))];
    }),
  );
}

async function openRun(path: string, values: OptionValues, connections: Connections, sinceLast: boolean): Promise<PreparedRun> {
  if (values.out !== undefined) throw new UsageError('--resume continues in the same folder. Leave out --out');
  const { folder, summary } = RunFolder.open(path);
  try {
    const endpoint = findCollectEndpoint(summary.plan.endpoint);
    checkResume(summary, endpoint, connections(endpoint.service), sinceLast);
    const budget = readDollarsOption('budget', values.budget) ?? summary.plan.budget;
    return { folder, endpoint, summary: { ...summary, plan: { ...summary.plan, budget } } };
  } catch (error) {
    await folder.close();
    throw error;
  }
}

async function runUntilStopped(run: PreparedRun & Pick<CollectOptions, 'client' | 'sinceLast' | 'buyAgain'>): Promise<void> {
  const { endpoint, summary, folder } = run;
  await untilStopped(async (stop) => {
    const isTerminal = process.stderr.isTTY;
    const startedAt = Date.now();
    const before = toProgress(summary);
    const show = (now: RunProgress) => {
      const left = findLeft(summary.plan, endpoint, folder.list, now);
      const live = { before, now, elapsedMs: Date.now() - startedAt, left, waiting: '' };
      const { description } = describeRun(summary, '', live, 'en');
      replaceLine(joinParts([formatBar(now, left), description], ' '));
    };
    const onPage = isTerminal ? show : (progress: RunProgress) => print(toLine(progress));
    const onWaiting = (reason: WaitReason) => say(describeWaiting(reason));
    let end: RunSummary;
    try {
      end = await collect({ ...run, initiator: 'program', stop, onPage, onWaiting });
    } catch (error) {
      if (!(error instanceof UncertainPages)) throw error;
      end = { ...summary, state: 'paused', reason: describeUncertainPages(error) };
      folder.writeSummary(end);
    }
    const { state, reason, notFound, notes } = end;
    const maybeCharged = end.maybeCharged + folder.uncertainPages().length;
    if (isTerminal)
      replaceLine(
        [`${state === 'complete' ? 'Complete' : 'Paused'}: ${describeRun(end, '', undefined, 'en').tooltip}`, ''].join('\n'),
      );
    else print({ state, reason, ...toLine(toProgress(end)), maybeCharged, notFound: notFound.length, notes });
    process.exitCode = state === 'complete' ? 0 : pausedExitCode;
  });
}

function describeUncertainPages({ message, pages }: UncertainPages): string {
  return `${message} Use --buy-again to request ${pages.length === 1 ? 'it' : 'them'} again.`;
}

function toLine({ pages, records, spent, unreported }: RunProgress) {
  return { pages, records, spent: formatMoney(spent), unreported };
}

const barWidth = 20;

/** Empty if it isn't known how much is left. */
function formatBar(now: RunProgress, left: LiveRun['left']): string {
  if (left === undefined) return '';
  const done = left.of === 'pages' ? now.pages : countRecords(now);
  const share = Math.round((barWidth * done) / Math.max(1, done + left.count));
  return `[${'#'.repeat(share)}${'.'.repeat(barWidth - share)}]`;
}
