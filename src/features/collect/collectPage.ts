import * as z from 'zod';
import type { Endpoint } from '../../client/endpoint.ts';
import type { SocialDataError } from '../../client/errors.ts';
import { getNextPageParams, maxEmptyPages, PageTrail } from '../../client/pages.ts';
import { tryParseJson } from '../../client/json/tryParseJson.ts';
import { type PageRecord, toPage } from '../../client/records/toPage.ts';
import { parseTimeMs } from '../../core/table/cell.ts';
import type { PartPage } from './partThread.ts';
import type { CollectJob, CollectPlan } from './collectPlan.ts';

const headSchema = z.object({
  page: z.int(),
  /** The index in listJobs. */
  job: z.int(),
  /** 1, and one more each time that new records are collected. */
  round: z.int(),
  params: z.record(z.string(), z.unknown()),
  /** Milliseconds since 1970. */
  sentAt: z.number(),
  /** Dollars; absent if the service didn't report a price. */
  cost: z.string().optional(),
  /** Why the job ended without a page. Its response is then null. */
  error: z.string().optional(),
});

export type PageHead = Readonly<z.output<typeof headSchema>>;

export interface CollectedPage {
  readonly head: PageHead;
  /** The response's JSON, unchanged. */
  readonly text: string;
  readonly value: unknown;
}

/** A page as a JSON file: its head in the first line, then the unchanged response. */
export function encodePage(head: PageHead, text: string): string {
  return `${JSON.stringify(head).slice(0, -1)},"response":\n${text}\n}\n`;
}

/** @returns undefined if the file is incomplete */
export function decodePage(file: string): CollectedPage | undefined {
  const start = file.indexOf('\n');
  if (!file.endsWith('\n}\n') || start < 0) {
    return undefined;
  }
  const head = headSchema.safeParse(tryParseJson(`${file.slice(0, start)}null}`));
  const text = file.slice(start + 1, -'\n}\n'.length);
  const value = tryParseJson(text);
  return head.success && value !== undefined ? { head: head.data, text, value } : undefined;
}

interface AddedRecords extends Pick<PartPage, 'keep' | 'entries'> {
  readonly records: readonly PageRecord[];
}

/** Errors about a single list entry. A 403 of the primary service is about the key. */
const entryErrorKinds: ReadonlySet<string> = new Set(['notFound', 'badRequest', 'invalid', 'forbidden', 'noResults']);

/** A job's state, which follows from its pages alone. */
export class JobProgress {
  readonly #plan: Pick<CollectPlan, 'max' | 'since'>;
  readonly #endpoint: Endpoint;
  readonly #job: CollectJob;
  #trail: PageTrail;
  #round = 1;
  #hasEnded = false;
  #records = 0;
  /** The ids by kind. */
  #seen = new Map<string, Set<string>>();
  /** The ids from earlier rounds, by kind. */
  readonly #earlier = new Map<string, Set<string>>();
  /** The batch's values by their lower case. */
  readonly #values: ReadonlyMap<string, string>;
  readonly #found = new Set<string>();
  /** Whether the service sent a cursor or records again, so its list may be longer. */
  isRepeated = false;
  error: PageHead['error'];

  constructor(plan: Pick<CollectPlan, 'max' | 'since'>, endpoint: Endpoint, job: CollectJob) {
    this.#plan = plan;
    this.#endpoint = endpoint;
    this.#job = job;
    this.#trail = new PageTrail(endpoint, job.params);
    this.#values = new Map(job.values?.map((value) => [value.toLowerCase(), value]));
  }

  /** The next page's parameters; undefined at the end. */
  get next(): Readonly<Record<string, unknown>> | undefined {
    return this.#hasEnded ? undefined : this.#trail.next;
  }

  /** Whether several pages in a row were empty. */
  get isStalled(): boolean {
    return !this.#hasEnded && this.#trail.isStalled;
  }

  /** Each next page's parameters, until the end or too many empty pages. Continuing requests some more of those. */
  *requests(): Generator<PageHead['params']> {
    let emptyPagesLeft = this.isStalled ? maxEmptyPages : 0;
    for (let { next } = this; next !== undefined && (!this.isStalled || emptyPagesLeft > 0); { next } = this) {
      emptyPagesLeft -= this.isStalled ? 1 : 0;
      yield next;
    }
  }

  /** The list entries without a record, once the job has ended. */
  get notFound(): readonly string[] {
    const { entry } = this.#job;
    const missing = [...this.#values].flatMap(([key, value]) => (this.#found.has(key) ? [] : [value]));
    return this.error === undefined || this.error === 'noResults' || entry === undefined ? missing : [entry];
  }

  /** Whether an error ends the job, so the run continues with the next one. */
  isEnd(error: SocialDataError): boolean {
    const isOfEntry = this.#job.entry !== undefined && entryErrorKinds.has(error.kind);
    return this.#trail.isEnd(error) || (isOfEntry && !(error.kind === 'forbidden' && this.#endpoint.service === 'primary'));
  }

  /** Starts again at the first page. Records of earlier rounds end it. */
  startRound(round: number): void {
    if (round === this.#round) {
      return;
    }
    this.#round = round;
    this.error = undefined;
    this.#hasEnded = false;
    this.#trail = new PageTrail(this.#endpoint, this.#job.params);
    this.#seen.forEach((ids, kind) => ids.forEach((id) => getOrAdd(this.#earlier, kind).add(id)));
    this.#seen = new Map();
    this.#records = 0;
  }

  /** Adds the next page. @returns its records that are new and within the plan's limits */
  add({ head, value }: Pick<CollectedPage, 'head' | 'value'>): AddedRecords {
    this.startRound(head.round);
    if (head.error !== undefined) {
      this.error = head.error;
      this.#hasEnded = true;
      return { records: [], keep: [], entries: undefined };
    }
    const request = { endpointId: this.#endpoint.id, format: 'simple', params: head.params } as const;
    const response = { request, value, warnings: [] };
    const { records } = toPage(response, { endpoint: this.#endpoint });
    const { since } = this.#plan;
    const max = (this.#round === 1 ? this.#plan.max : undefined) ?? Number.POSITIVE_INFINITY; // later rounds must reach known records
    const sinceMs = since === undefined ? undefined : Date.parse(since);
    const keep: number[] = [];
    let hasNew = false;
    for (const [index, record] of records.entries()) {
      if (this.#values.size > 0) {
        this.#found.add(this.#findKey(record) ?? '');
      }
      const isFresh = this.#isFresh(record);
      hasNew ||= isFresh;
      if (isFresh && !isBefore(record, sinceMs) && this.#records < max) {
        this.#records += 1;
        keep.push(index);
      }
    }
    this.#trail.addPage(response, hasNew);
    const fromStart = { ...response, request: { ...request, params: this.#job.params } };
    this.isRepeated = this.#trail.next === undefined && getNextPageParams(this.#endpoint, fromStart) !== undefined;
    const last = sinceMs === undefined ? undefined : records.findLast((record) => !isPinned(record));
    this.#hasEnded ||= this.#records >= max || isBefore(last, sinceMs);
    const kept = keep.flatMap((index) => records[index] ?? []);
    return {
      records: kept,
      keep,
      entries: this.#values.size === 0 ? this.#job.entry : kept.map((record) => this.#findEntry(record)),
    };
  }

  #findEntry(record: PageRecord): string | undefined {
    return this.#values.get(this.#findKey(record) ?? '');
  }

  #findKey({ id, record }: PageRecord): string | undefined {
    const names = [id, 'handle' in record ? record.handle : undefined].map((name) => name?.toLowerCase());
    return names.find((name) => name !== undefined && this.#values.has(name));
  }

  #isFresh(record: PageRecord): boolean {
    const { id, kind } = record;
    if (id === undefined) {
      return true;
    }
    if (this.#earlier.get(kind)?.has(id) === true) {
      this.#hasEnded ||= !isPinned(record);
      return false;
    }
    const seen = getOrAdd(this.#seen, kind);
    const isFresh = !seen.has(id);
    seen.add(id);
    return isFresh;
  }
}

function getOrAdd(sets: Map<string, Set<string>>, key: string): Set<string> {
  const found = sets.get(key) ?? new Set<string>();
  sets.set(key, found);
  return found;
}

function isPinned({ record }: PageRecord): boolean {
  return record.kind === 'post' && record.isPinned === true;
}

/** False without a time. */
function isBefore(record: PageRecord | undefined, time: number | undefined): boolean {
  const created = time !== undefined && record?.record.kind === 'post' ? parseTimeMs(record.record.createdAt) : null;
  return created !== null && time !== undefined && created < time;
}
