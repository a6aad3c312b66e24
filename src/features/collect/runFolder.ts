import {
  closeSync,
  existsSync,
  mkdirSync,
  open,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statfsSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as l10n from '@vscode/l10n';
import * as z from 'zod';
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
const pageFilePattern = /^\d{6,}\.(?:json|requested)$/;

/** The largest response that the client accepts (32 MiB), as a page and in parts. */
const minFreeMegabytes = 96;

/** @returns undefined if the folder has no readable `collect.json` */
export function readRunSummary(path: string): RunSummary | undefined {
  try {
    return summarySchema.safeParse(tryParseJson(readFileSync(join(path, summaryFile), 'utf8'))).data;
  } catch {
    return undefined;
  }
}

/** The folders that this process uses. */
const held = new Set<string>();

/** Whether a process on this machine uses the folder. */
function isInUse(path: string): boolean {
  try {
    const pid = Number(readFileSync(join(path, lockFile), 'utf8'));
    if (pid === process.pid) {
      return held.has(path); // after a restart, a container has the same process IDs
    }
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * A run's folder. A page is a file: an empty `pages/000123.requested` while its response may be charged, then
 * `pages/000123.json`.
 */
export class RunFolder {
  readonly path: string;
  readonly list: readonly string[] | undefined;
  /** Empty files for the next pages. */
  #spares: Promise<SpareFile>[] = [];

  private constructor(path: string, list: readonly string[] | undefined) {
    this.path = path;
    this.list = list;
  }

  /** @throws CollectFault if the folder isn't empty. A run without pages is replaced. */
  static create(path: string, summary: RunSummary, list: readonly string[] | undefined): RunFolder {
    mkdirSync(path, { recursive: true });
    const folder = new RunFolder(path, list);
    folder.#lock();
    try {
      const pages = join(path, pagesFolder);
      const isRun = readRunSummary(path) !== undefined;
      if (isRun && existsSync(pages) && readdirSync(pages).some((name) => pageFilePattern.test(name))) {
        throw new CollectFault(l10n.t('{0} already has a run. Resume it, or choose another folder.', path));
      }
      if (!isRun && readdirSync(path).some((name) => name !== lockFile)) {
        throw new CollectFault(l10n.t("{0} isn't empty. Choose another folder.", path));
      }
      mkdirSync(pages, { recursive: true });
      if (list !== undefined) {
        writeFileSync(join(path, listFile), `${list.join('\n')}\n`);
      }
      folder.writeSummary(summary);
      return folder;
    } catch (error) {
      folder.#unlock();
      throw error;
    }
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
    try {
      folder.#recoverPages();
      return { folder, summary };
    } catch (error) {
      folder.#unlock();
      throw error;
    }
  }

  /** Ends the use of the folder. */
  async close(): Promise<void> {
    for (const made of this.#spares) {
      const spare = await made.catch(() => undefined);
      if (spare !== undefined) {
        closeSync(spare.file);
        rmSync(spare.path);
      }
    }
    this.#unlock();
  }

  #unlock(): void {
    unlinkSync(join(this.path, lockFile));
    held.delete(this.path);
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
   * @throws CollectFault if the disk is nearly full, or an error of the file system
   */
  async begin(number: number): Promise<OpenPage> {
    const { bavail, bsize } = statfsSync(this.path);
    if (bavail * bsize < minFreeMegabytes * 2 ** 20) {
      throw new CollectFault(
        l10n.t('Less than {0} MB is free on the disk of {1}. Free some space and resume.', minFreeMegabytes, this.path),
      );
    }
    const requested = this.#pagePath(number, '.requested');
    if (this.#spares.length === 0) {
      this.#spares = Array.from({ length: sparesAtOnce }, async (_, index) => await createSpare(this.path, index));
      this.#spares.forEach((made) => void made.catch(() => undefined)); // reported before its request
    }
    const { file, path } = (await this.#spares.shift()) ?? (await createSpare(this.path, 0));
    renameSync(path, requested);
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

  /** A process may have ended between writing a page and renaming it. */
  #recoverPages(): void {
    for (const number of this.uncertainPages()) {
      const path = this.#pagePath(number, '.requested');
      if (decodePage(readFileSync(path, 'utf8')) !== undefined) {
        renameSync(path, this.#pagePath(number, '.json'));
      }
    }
  }

  /** @throws CollectFault if the folder is in use */
  #lock(): void {
    const lock = join(this.path, lockFile);
    const replacing = `${lock}.replacing`;
    try {
      if (existsSync(lock) && !isInUse(this.path)) {
        mkdirSync(replacing); // one process at a time replaces the lock of a process that is gone
        if (!isInUse(this.path)) {
          rmSync(lock);
        }
        rmdirSync(replacing);
      }
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      held.add(this.path);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
        throw new CollectFault(
          l10n.t('{0} is in use by another process. Wait until it ends. If none is running, delete {1}.', this.path, lock),
        );
      }
      throw error;
    }
  }

  #listPages(ending: string): readonly number[] {
    return listPages(this.path, ending);
  }

  #pagePath(page: number, ending: string): string {
    return getPagePath(this.path, page, ending);
  }
}

interface SpareFile {
  readonly file: number;
  readonly path: string;
}

/** Some disks take longer to create a file than to write it, so this happens during a request. */
async function createSpare(folder: string, index: number): Promise<SpareFile> {
  const path = join(folder, pagesFolder, `spare-${index}`);
  return { file: await openFile(path, 'w'), path };
}

const sparesAtOnce = 16;

function listPages(folder: string, ending: string): readonly number[] {
  return readdirSync(join(folder, pagesFolder))
    .flatMap((name) => (pageFilePattern.test(name) && name.endsWith(ending) ? Number(name.slice(0, -ending.length)) : []))
    .toSorted((a, b) => a - b);
}

function getPagePath(folder: string, page: number, ending: string): string {
  return join(folder, pagesFolder, `${String(page).padStart(6, '0')}${ending}`);
}

/** Reads a run's pages in order, also while it is running. @throws CollectFault for a damaged or missing page */
export async function* readPages(folder: string): AsyncGenerator<CollectedPage> {
  for (const [index, number] of listPages(folder, '.json').entries()) {
    if (number !== index + 1) {
      const missing = getPagePath(folder, index + 1, '.json');
      throw new CollectFault(l10n.t('{0} is missing. Restore it, or start a new run in another folder.', missing));
    }
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
