import {
  closeSync,
  existsSync,
  mkdirSync,
  open,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as l10n from '@vscode/l10n';
import * as z from 'zod';
import { SocialDataError } from '../../client/errors.ts';
import { formatMoney } from '../../client/money.ts';
import { tryParseJson } from '../../client/json/tryParseJson.ts';
import { CollectFault, type CollectPlan, collectPlanSchema } from './collectPlan.ts';
import { type CollectedPage, decodePage, encodePage, type PageHead } from './collectPage.ts';

/** `running` without a process that uses the folder means interrupted. */
export const runStates = ['running', 'paused', 'complete'] as const;
export type RunState = (typeof runStates)[number];

const summarySchema = z.object({
  state: z.enum(runStates),
  /** Why it is paused, in a sentence. */
  reason: z.string().optional(),
  /** The run in a queue that it was exported from. */
  queuedRun: z.string().optional(),
  plan: collectPlanSchema,
  /** How often it was completed, or would be if it is not complete now. */
  round: z.int(),
  pages: z.int(),
  /** By kind. */
  records: z.record(z.string(), z.int()),
  /** Dollars. */
  cost: z.string(),
  /** Charged requests without a reported price. */
  unreported: z.int(),
  /** Requests that may have been charged and were sent again. */
  maybeCharged: z.int(),
  notFound: z.array(z.string()),
  /** What a reader should know: a list that ended early. */
  notes: z.array(z.string()),
});

/** What `collect.json` has. */
export type RunSummary = Readonly<z.output<typeof summarySchema>>;

/** A new run's. */
export function createSummary(plan: CollectPlan): RunSummary {
  const counts = { round: 1, pages: 0, records: {}, cost: '0.00', unreported: 0, maybeCharged: 0 };
  return { state: 'running', plan, ...counts, notFound: [], notes: [] };
}

const openFile = promisify(open);
const summaryFile = 'collect.json';
const listFile = 'list.txt';
const lockFile = 'collect.lock';
const pagesFolder = 'pages';

/** The largest response that the client accepts (32 MiB), as a page and in parts. */
const minFreeBytes = 96 * 1024 * 1024;

/** @returns undefined if the folder has no readable `collect.json` */
export function readRunSummary(path: string): RunSummary | undefined {
  try {
    return summarySchema.safeParse(tryParseJson(readFileSync(join(path, summaryFile), 'utf8'))).data;
  } catch {
    return undefined;
  }
}

/** The process that uses the folder on this machine. */
function readLock(path: string): number | undefined {
  let pid: number;
  try {
    pid = Number(readFileSync(join(path, lockFile), 'utf8'));
  } catch {
    return undefined;
  }
  try {
    process.kill(pid, 0);
    return pid;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM' ? pid : undefined;
  }
}

/**
 * A run's folder. A page is a file: an empty `pages/000123.requested` while its response may be charged, then
 * `pages/000123.json`.
 */
export class RunFolder {
  readonly path: string;
  readonly list: readonly string[] | undefined;
  readonly #sparePath: string;
  #spare: Promise<number> | undefined;

  private constructor(path: string, list: readonly string[] | undefined) {
    this.path = path;
    this.list = list;
    this.#sparePath = join(path, pagesFolder, 'spare');
  }

  /** @throws CollectFault if the folder isn't empty. A run without pages is replaced. */
  static create(path: string, summary: RunSummary, list: readonly string[] | undefined): RunFolder {
    const pages = join(path, pagesFolder);
    mkdirSync(path, { recursive: true });
    const isRun = existsSync(join(path, summaryFile));
    if (isRun && existsSync(pages) && readdirSync(pages).some((name) => /^\d/.test(name))) {
      throw new CollectFault(l10n.t('{0} already has a run. Resume it, or choose another folder.', path));
    }
    if (!isRun && readdirSync(path).length > 0) {
      throw new CollectFault(l10n.t("{0} isn't empty. Choose another folder.", path));
    }
    mkdirSync(pages, { recursive: true });
    const folder = new RunFolder(path, list);
    folder.#lock();
    if (list !== undefined) {
      writeFileSync(join(path, listFile), `${list.join('\n')}\n`);
    }
    folder.writeSummary(summary);
    return folder;
  }

  /** @throws CollectFault if it has no run, or is in use */
  static open(path: string): { readonly folder: RunFolder; readonly summary: RunSummary } {
    const summary = readRunSummary(path);
    if (summary === undefined) {
      throw new CollectFault(l10n.t('{0} has no run: collect.json is missing or damaged.', path));
    }
    const list = summary.plan.as === undefined ? undefined : readFileSync(join(path, listFile), 'utf8').trimEnd().split('\n');
    const folder = new RunFolder(path, list);
    folder.#lock();
    folder.#recoverPages();
    return { folder, summary };
  }

  /** Ends the use of the folder. */
  async close(): Promise<void> {
    const spare = await this.#spare?.catch(() => undefined);
    if (spare !== undefined) {
      closeSync(spare);
      rmSync(this.#sparePath);
    }
    unlinkSync(join(this.path, lockFile));
  }

  writeSummary(summary: RunSummary): void {
    const { budget } = summary.plan;
    const plan = { ...summary.plan, budget: budget === undefined ? undefined : formatMoney(budget) };
    const next = join(this.path, `${summaryFile}.new`);
    writeFileSync(next, `${JSON.stringify({ ...summary, plan }, undefined, 2)}\n`);
    renameSync(next, join(this.path, summaryFile));
  }

  /** The pages that were requested and may have been charged, but weren't saved. */
  uncertainPages(): readonly number[] {
    return this.#listPages('.requested');
  }

  /** Accepts the loss of uncertain pages, so they are requested again. */
  dropUncertainPages(): void {
    this.uncertainPages().forEach((page) => unlinkSync(this.#pagePath(page, '.requested')));
  }

  /** In order. @throws CollectFault for a damaged page */
  pages(): AsyncGenerator<CollectedPage> {
    return readPages(this.path);
  }

  /**
   * Marks a page as requested.
   * @throws SocialDataError `storage` if the disk is full
   */
  async begin(number: number): Promise<OpenPage> {
    const { bavail, bsize } = statfsSync(this.path);
    if (bavail * bsize < minFreeBytes) {
      throw new SocialDataError('storage', 'the disk is full', { spent: 'no', code: 'ENOSPC' });
    }
    const requested = this.#pagePath(number, '.requested');
    const file = await (this.#spare ?? this.#createSpare());
    renameSync(this.#sparePath, requested);
    this.#spare = this.#createSpare();
    return {
      commit: (head, text) => {
        writeFileSync(file, encodePage(head, text));
        closeSync(file);
        renameSync(requested, this.#pagePath(number, '.json'));
      },
      discard: () => {
        closeSync(file);
        unlinkSync(requested);
      },
      leave: () => closeSync(file),
    };
  }

  /** An empty file for the next page. Some disks take longer to create a file than to write it. */
  #createSpare(): Promise<number> {
    const spare = openFile(this.#sparePath, 'w');
    spare.catch(() => undefined); // reported before the next request
    return spare;
  }

  /** A process may have ended between writing a page and renaming it. */
  #recoverPages(): void {
    for (const number of this.uncertainPages()) {
      const path = this.#pagePath(number, '.requested');
      if (decodePage(readFileSync(path, 'utf8')) !== undefined) {
        renameSync(path, this.#pagePath(number, '.json'));
      }
    }
  }

  #lock(): void {
    const owner = readLock(this.path);
    const lock = join(this.path, lockFile);
    if (owner !== undefined) {
      throw new CollectFault(l10n.t('{0} is in use by process {1}. Wait until it ends, or delete {2}.', this.path, owner, lock));
    }
    if (existsSync(lock)) {
      unlinkSync(lock); // its process is gone
    }
    const file = openSync(lock, 'wx');
    writeSync(file, String(process.pid));
    closeSync(file);
  }

  #listPages(ending: string): readonly number[] {
    return listPages(this.path, ending);
  }

  #pagePath(page: number, ending: string): string {
    return getPagePath(this.path, page, ending);
  }
}

function listPages(folder: string, ending: string): readonly number[] {
  return readdirSync(join(folder, pagesFolder))
    .flatMap((name) => (name.endsWith(ending) ? Number(name.slice(0, -ending.length)) : []))
    .toSorted((a, b) => a - b);
}

function getPagePath(folder: string, page: number, ending: string): string {
  return join(folder, pagesFolder, `${String(page).padStart(6, '0')}${ending}`);
}

/** Reads a run's pages in order, also while it is running. @throws CollectFault for a damaged page */
export async function* readPages(folder: string): AsyncGenerator<CollectedPage> {
  for (const number of listPages(folder, '.json')) {
    const path = getPagePath(folder, number, '.json');
    const page = decodePage(await readFile(path, 'utf8'));
    if (page === undefined) {
      throw new CollectFault(l10n.t('{0} is damaged. Restore it, or start a new run in another folder.', path));
    }
    yield page;
  }
}

/** A page that was requested. */
export interface OpenPage {
  /** Saves the response. */
  readonly commit: (head: PageHead, text: string) => void;
  /** The request wasn't charged. */
  readonly discard: () => void;
  /** The request may have been charged. */
  readonly leave: () => void;
}
