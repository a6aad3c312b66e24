import * as z from 'zod';
import type { Endpoint } from '../../client/endpoint.ts';
import type { SocialDataError } from '../../client/errors.ts';
import { getNextPageParams, PageTrail } from '../../client/pages.ts';
import { tryParseJson } from '../../client/json/tryParseJson.ts';
import { type PageRecord, toPage } from '../../client/records/toPage.ts';
import { parseTimeMs } from '../../core/table/cell.ts';
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
  #seen = new Set<string>();
  /** From earlier rounds. */
  readonly #earlier = new Set<string>();
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
    this.#seen.forEach((key) => this.#earlier.add(key));
    this.#seen = new Set();
    this.#records = 0;
  }

  /** Adds the next page. @returns its records that are new and within the plan's limits */
  add({ head, value }: Pick<CollectedPage, 'head' | 'value'>): readonly PageRecord[] {
    this.startRound(head.round);
    if (head.error !== undefined) {
      this.error = head.error;
      this.#hasEnded = true;
      return [];
    }
    const response = {
      request: { endpointId: this.#endpoint.id, format: 'simple', params: head.params },
      value,
      warnings: [],
    } as const;
    const { records } = toPage(response, { endpoint: this.#endpoint });
    this.#trail.addPage(response);
    if (this.#trail.next === undefined && getNextPageParams(this.#endpoint, response) !== undefined) {
      this.isRepeated = true;
    }
    const { since, max = Number.POSITIVE_INFINITY } = this.#plan;
    const sinceMs = since === undefined ? undefined : Date.parse(since);
    if (this.#values.size > 0) {
      records.forEach((record) => this.#found.add(this.#findKey(record) ?? ''));
    }
    const fresh = records.filter((record) => this.#isFresh(record) && !isBefore(record, sinceMs));
    this.#hasEnded ||=
      sinceMs !== undefined &&
      isBefore(
        records.findLast((record) => !isPinned(record)),
        sinceMs,
      );
    const kept = fresh.slice(0, Math.max(0, max - this.#records));
    this.#records += kept.length;
    this.#hasEnded ||= this.#records >= max;
    return kept;
  }

  /** The list entry that a record belongs to. */
  findEntry(record: PageRecord): string | undefined {
    return this.#job.values === undefined ? this.#job.entry : this.#values.get(this.#findKey(record) ?? '');
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
    const key = `${kind} ${id}`;
    if (this.#earlier.has(key)) {
      this.#hasEnded ||= !isPinned(record);
      return false;
    }
    const isFresh = !this.#seen.has(key);
    this.#seen.add(key);
    return isFresh;
  }
}

function isPinned({ record }: PageRecord): boolean {
  return record.kind === 'post' && record.isPinned === true;
}

/** False without a time. */
function isBefore(record: PageRecord | undefined, time: number | undefined): boolean {
  const created = time !== undefined && record?.record.kind === 'post' ? parseTimeMs(record.record.createdAt) : null;
  return created !== null && time !== undefined && created < time;
}
