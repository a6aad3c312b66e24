import { Worker } from 'node:worker_threads';
import * as z from 'zod';
import { partFormats } from './collectPlan.ts';

/** A saved page whose records are added to the parts. */
export interface PartPage {
  readonly page: number;
  readonly endpointId: string;
  /** The response's JSON. */
  readonly text: string;
  /** Which of the response's records, by index. */
  readonly keep: readonly number[];
  /** The list entry of all records, or of each. */
  readonly entries: string | undefined | readonly (string | undefined)[];
}

export const partWorkerDataSchema = z.object({ folder: z.string(), format: z.enum(partFormats) });
type PartWorkerData = Readonly<z.output<typeof partWorkerDataSchema>>;

/** Pages, and `close` at the end. */
export type PartWorkerMessage = readonly (PartPage | 'close')[];

/** How many of them it has done, or why it failed. */
export type PartWorkerReply = { readonly firstPage: number } | { readonly done: number } | { readonly failed: string };

/** A part couldn't be written. */
export class PartFault extends Error {}

/** The thread's memory: enough for the rows of a Parquet group. */
const resourceLimits = { maxYoungGenerationSizeMb: 48, maxOldGenerationSizeMb: 128 };

/** How many pages may wait, so memory stays flat if the disk is slower than the service. */
const maxWaiting = 32;
/** Waking a thread takes a while. */
const pagesPerMessage = 8;

/** Writes parts in a thread of its own, because printing records takes longer than requesting them. */
export class PartThread {
  readonly #worker: Worker;
  #pages: PartPage[] = [];
  #firstPage = 0;
  #waiting = 0;
  #fault: Error | undefined;
  #wake: () => void = () => undefined;

  private constructor(worker: Worker) {
    this.#worker = worker;
    worker.on('message', (reply: PartWorkerReply) => this.#receive(reply));
    worker.on('error', (error: unknown) => this.#fail(error instanceof Error ? error : new Error(String(error))));
  }

  /** Deletes the last part of each kind, which is written again. @throws PartFault */
  static async start(workerData: PartWorkerData): Promise<PartThread> {
    const url = new URL(import.meta.url.endsWith('.ts') ? './partWorker.ts' : './collectWorker.js', import.meta.url);
    const thread = new PartThread(new Worker(url, { workerData, name: 'collect', resourceLimits }));
    await thread.#waitUntil(() => thread.#firstPage > 0);
    return thread;
  }

  /** The first page to add. */
  get firstPage(): number {
    return this.#firstPage;
  }

  /** @throws PartFault, also for an earlier page */
  async add(page: PartPage): Promise<void> {
    this.#pages.push(page);
    if (this.#pages.length >= pagesPerMessage) {
      this.#post();
      await this.#waitUntil(() => this.#waiting < maxWaiting);
    }
  }

  /** Waits until all pages are written. @throws PartFault */
  async close(): Promise<void> {
    this.#post('close');
    await this.#waitUntil(() => this.#waiting === 0);
  }

  #post(...end: readonly 'close'[]): void {
    this.#waiting += this.#pages.length + end.length;
    this.#worker.postMessage([...this.#pages, ...end] satisfies PartWorkerMessage);
    this.#pages = [];
  }

  /** Ends the thread. */
  async stop(): Promise<void> {
    await this.#worker.terminate();
  }

  #receive(reply: PartWorkerReply): void {
    if ('failed' in reply) {
      this.#fail(new PartFault(reply.failed));
      return;
    }
    if ('firstPage' in reply) {
      this.#firstPage = reply.firstPage;
    } else {
      this.#waiting -= reply.done;
    }
    this.#wake();
  }

  #fail(error: Error): void {
    this.#fault ??= error;
    this.#wake();
  }

  async #waitUntil(isReached: () => boolean): Promise<void> {
    while (this.#fault === undefined && !isReached()) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    if (this.#fault !== undefined) {
      throw this.#fault;
    }
  }
}
