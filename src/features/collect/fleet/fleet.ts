import * as l10n from '@vscode/l10n';
import type * as BullMq from 'bullmq';
import type { Pool } from 'pg';
import * as z from 'zod';
import type { Money } from '../../../client/money.ts';
import { CollectFault, type CollectJob, type CollectPlan, collectPlanSchema } from '../collectPlan.ts';
import { runStates } from '../runFolder.ts';

/**
 * Amounts are micro-dollars. A page without a file was requested; `owner` is the attempt that requested it. It is uncertain if that
 * attempt is over, or lost its job.
 */
const tables = `
  BEGIN;
  SELECT pg_advisory_xact_lock(hashtext('social_data'));
  CREATE SCHEMA IF NOT EXISTS social_data;
  CREATE TABLE IF NOT EXISTS social_data.runs (
    id text PRIMARY KEY, plan json NOT NULL, list text[], state text NOT NULL DEFAULT 'running', reason text,
    jobs integer NOT NULL, ended integer NOT NULL DEFAULT 0, pages integer NOT NULL DEFAULT 0,
    maybe_charged integer NOT NULL DEFAULT 0, price bigint,
    budget bigint, spent bigint NOT NULL DEFAULT 0, reserved bigint NOT NULL DEFAULT 0
  );
  CREATE TABLE IF NOT EXISTS social_data.pages (
    run text, job integer, page integer, owner text NOT NULL, reserved bigint NOT NULL, file text,
    is_last boolean NOT NULL DEFAULT false, is_uncertain boolean NOT NULL DEFAULT false,
    PRIMARY KEY (run, job, page)
  );
  CREATE INDEX IF NOT EXISTS uncertain_pages ON social_data.pages (run) WHERE is_uncertain;
  CREATE TABLE IF NOT EXISTS social_data.rate_limits (key_hash text PRIMARY KEY, ends timestamptz NOT NULL);
  COMMIT;`;

/** For each pool of connections: one for queries, and one that holds a lock. */
const maxConnections = 2;
const jobsPerQuery = 1_000;
/** A page has up to 32 MiB. */
const pagesPerQuery = 20;
const maxInteger = 2_147_483_647;
const uniqueViolation = '23505';

const optional = <S extends z.ZodType>(schema: S) => schema.nullable().transform((value) => value ?? undefined);
const money = z.string().transform(BigInt);

const runSchema = z.object({
  ...{ id: z.string(), plan: collectPlanSchema, list: optional(z.array(z.string()).readonly()) },
  ...{ state: z.enum(runStates), reason: optional(z.string()) },
  /** `ended`: the jobs that have all their pages. */
  ...{ jobs: z.int(), ended: z.int(), pages: z.int(), maybe_charged: z.int() },
  /** `reserved`: what requests in flight and uncertain pages may cost. */
  ...{ budget: optional(money), spent: money, reserved: money },
});

/** `left` of the budget; `wait_ms` until the key's rate limit ends. */
const statusSchema = z.object({
  ...{ state: z.enum(runStates), price: optional(money), left: optional(money), wait_ms: z.int() },
});

const pageSchema = z.object({ job: z.int(), page: z.int(), file: optional(z.string()) });

export type QueuedRun = Readonly<z.output<typeof runSchema>>;

export interface QueuedJob {
  readonly run: string;
  /** The index in listJobs. */
  readonly index: number;
  readonly job: CollectJob;
}

/** Pages are counted within their job. */
export type PageKey = readonly [run: string, job: number, page: number, owner: string];

interface Settlement {
  readonly file: string;
  /** Whether the job has ended. */
  readonly isLast: boolean;
  /** Undefined if it wasn't reported. */
  readonly cost: Money | undefined;
  /** The price from now on if none was ever reported. */
  readonly assumed: Money | undefined;
}

class DatabaseFault extends CollectFault {
  readonly code: unknown;

  constructor(error: unknown) {
    super(
      l10n.t("The queue's database can't be used: {0}", error instanceof Error ? error.message || error.name : String(error)),
    );
    this.code = error instanceof Error && 'code' in error ? error.code : undefined;
  }
}

/** The queue, and the runs with their pages, in one Postgres database. */
export class Fleet {
  readonly bullmq: typeof BullMq;
  /** For BullMQ. */
  readonly queue: { readonly name: string; readonly connection: { readonly connectionString: string } };
  readonly #pool: Pool;

  private constructor(bullmq: typeof BullMq, pool: Pool, connectionString: string) {
    const connection = { connectionString, migrate: true, max: maxConnections };
    this.bullmq = bullmq;
    this.queue = { name: 'social-data', connection };
    this.#pool = pool;
  }

  /** @throws CollectFault if a package is missing or the database can't be used */
  static async open(url: string): Promise<Fleet> {
    const [bullmq, pg] = await Promise.all([import('bullmq'), import('pg')]).catch((error: unknown) => {
      const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
      throw isMissing
        ? new CollectFault(l10n.t('A queue needs the packages bullmq and pg. Install them: npm install bullmq pg'))
        : error;
    });
    const pool = new pg.Pool({ connectionString: url, max: maxConnections });
    pool.on('error', () => undefined); // the next query reports it
    const fleet = new Fleet(bullmq, pool, url);
    await fleet.#query(tables).catch(async (error: unknown) => {
      await fleet.close();
      throw error;
    });
    return fleet;
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  /** Adds the jobs that aren't in the queue. */
  async enqueue(run: string, jobs: readonly (readonly [index: number, job: CollectJob])[]): Promise<void> {
    const { bullmq, queue } = this;
    const own = new bullmq.Queue(queue.name, { connection: queue.connection }, bullmq.createPostgresBackend);
    const rows = jobs.map(([index, job]) => ({
      name: 'collect',
      data: { run, index, job } satisfies QueuedJob,
      opts: { jobId: `${run}-${index}`, removeOnComplete: true, removeOnFail: true },
    }));
    try {
      for (let at = 0; at < rows.length; at += jobsPerQuery) {
        await own.addBulk(rows.slice(at, at + jobsPerQuery));
      }
    } finally {
      await own.close();
    }
  }

  /** @param price of a request, if it is known */
  async addRun(run: Pick<QueuedRun, 'id' | 'list' | 'jobs'>, plan: CollectPlan, price: Money | undefined): Promise<void> {
    const { budget, ...rest } = plan;
    await this.#query('INSERT INTO social_data.runs (id, list, jobs, plan, budget, price) VALUES ($1, $2, $3, $4, $5, $6)', [
      ...[run.id, run.list, run.jobs, JSON.stringify(rest), budget, price],
    ]);
  }

  /** @throws CollectFault if there is no such run */
  async findRun(id: string): Promise<QueuedRun> {
    const [run] = await this.#rows(runSchema, 'SELECT * FROM social_data.runs WHERE id = $1', [id]);
    if (run === undefined) {
      throw new CollectFault(l10n.t('The queue has no run {0}.', id));
    }
    return { ...run, plan: { ...run.plan, budget: run.budget } };
  }

  /** A paused run continues. */
  async resumeRun(id: string, budget: Money | undefined): Promise<void> {
    await this.#query(
      `UPDATE social_data.runs SET state = CASE WHEN ended = jobs THEN 'complete' ELSE 'running' END, reason = NULL,
        budget = coalesce($2, budget) WHERE id = $1`,
      [id, budget],
    );
  }

  async pauseRun(id: string, reason: string): Promise<void> {
    await this.#query(`UPDATE social_data.runs SET state = 'paused', reason = $2 WHERE id = $1 AND state = 'running'`, [
      id,
      reason,
    ]);
  }

  /** Before a request. @param keyHash of the worker's key */
  async status(run: string, keyHash: string): Promise<z.output<typeof statusSchema> | undefined> {
    const rows = await this.#rows(
      statusSchema,
      `SELECT state, price, budget - spent - reserved AS left, coalesce((SELECT ceil(extract(epoch FROM ends - now()) * 1000)
        FROM social_data.rate_limits WHERE key_hash = $2 AND ends > now()), 0)::integer AS wait_ms
        FROM social_data.runs WHERE id = $1`,
      [run, keyHash],
    );
    return rows[0];
  }

  /** All workers with this key wait, by the database's clock. */
  async limitRate(keyHash: string, ms: number): Promise<void> {
    await this.#query(
      `INSERT INTO social_data.rate_limits VALUES ($1, now() + $2 * interval '1 millisecond')
        ON CONFLICT (key_hash) DO UPDATE SET ends = greatest(rate_limits.ends, excluded.ends)`,
      [keyHash, Math.ceil(ms)],
    );
  }

  /** One request at a time may learn an endpoint's price. @returns a function that releases the lock, as the process's end does */
  async lockPrice(endpointId: string): Promise<() => void> {
    const client = await this.#pool.connect();
    const release = () => client.release(true); // ends its session, and so the lock
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [endpointId]).catch((error: unknown) => {
      release();
      throw error;
    });
    return release;
  }

  /** Reserves the amount and marks a page as requested, in one transaction. */
  async beginPage(key: PageKey, amount: Money): Promise<'begun' | 'noRoom' | 'taken'> {
    try {
      const { rowCount } = await this.#query(
        `WITH room AS (UPDATE social_data.runs SET reserved = reserved + $5
          WHERE id = $1 AND state = 'running' AND (budget IS NULL OR spent + reserved + $5 <= budget) RETURNING id)
        INSERT INTO social_data.pages (run, job, page, owner, reserved) SELECT id, $2, $3, $4, $5 FROM room`,
        [...key, amount],
      );
      return rowCount === 1 ? 'begun' : 'noRoom';
    } catch (error) {
      if (error instanceof DatabaseFault && error.code === uniqueViolation) {
        return 'taken';
      }
      throw error;
    }
  }

  /** Saves a page and its cost. @returns the price before; undefined if the page isn't this owner's, so nothing is saved */
  async settlePage(key: PageKey, { file, isLast, cost, assumed }: Settlement) {
    const rows = await this.#rows(
      statusSchema.pick({ price: true }),
      `WITH page AS (UPDATE social_data.pages SET file = $5, is_last = $6, is_uncertain = false
        WHERE run = $1 AND job = $2 AND page = $3 AND owner = $4 AND file IS NULL RETURNING run, reserved),
      earlier AS (SELECT price FROM social_data.runs WHERE id = $1)
      UPDATE social_data.runs SET reserved = runs.reserved - page.reserved, spent = spent + coalesce($7, page.reserved),
        price = CASE WHEN $7 > 0 THEN greatest(runs.price, $7) ELSE coalesce(runs.price, $8) END,
        pages = pages + 1, ended = ended + $6::integer,
        state = CASE WHEN ended + $6::integer = jobs THEN 'complete' ELSE state END
        FROM page, earlier WHERE id = page.run RETURNING earlier.price`,
      [...key, file, isLast, cost, assumed],
    );
    return rows[0];
  }

  /** The page's request wasn't charged. */
  async releasePage(key: PageKey): Promise<void> {
    await this.#query(
      `WITH page AS (DELETE FROM social_data.pages
        WHERE run = $1 AND job = $2 AND page = $3 AND owner = $4 AND file IS NULL RETURNING run, reserved)
      UPDATE social_data.runs SET reserved = runs.reserved - page.reserved FROM page WHERE id = page.run`,
      key,
    );
  }

  /** The job's requested page may have been charged, but its response is lost. */
  async markUncertain(run: string, job: number): Promise<void> {
    await this.#query('UPDATE social_data.pages SET is_uncertain = true WHERE run = $1 AND job = $2 AND file IS NULL', [
      run,
      job,
    ]);
  }

  /** Accepts that uncertain pages were charged, so they are requested again. */
  async dropUncertainPages(run: string): Promise<void> {
    await this.#query(
      `WITH page AS (DELETE FROM social_data.pages WHERE run = $1 AND is_uncertain RETURNING reserved),
      lost AS (SELECT coalesce(sum(reserved), 0)::bigint AS amount, count(*)::integer AS pages FROM page)
      UPDATE social_data.runs SET reserved = reserved - lost.amount, spent = spent + lost.amount,
        maybe_charged = maybe_charged + lost.pages FROM lost WHERE id = $1`,
      [run],
    );
  }

  /** Uncertain pages, or each ended job's last page. */
  async listPages(run: string, mark: 'is_uncertain' | 'is_last') {
    const sql = `SELECT job, page, NULL AS file FROM social_data.pages WHERE run = $1 AND ${mark} ORDER BY job`;
    return await this.#rows(pageSchema, sql, [run]);
  }

  /** In order. @param job only this job's */
  async *pages(run: string, job?: number): AsyncGenerator<z.output<typeof pageSchema>> {
    let last = { job: job ?? 0, page: 0 };
    for (let rows; rows === undefined || rows.length > 0;) {
      rows = await this.#rows(
        pageSchema,
        `SELECT job, page, file FROM social_data.pages WHERE run = $1 AND (job, page) > ($2, $3) AND job <= $4
          ORDER BY job, page LIMIT ${pagesPerQuery}`,
        [run, last.job, last.page, job ?? maxInteger],
      );
      last = rows.at(-1) ?? last;
      yield* rows;
    }
  }

  async #rows<S extends z.ZodType>(schema: S, sql: string, values: readonly unknown[]): Promise<z.output<S>[]> {
    return z.array(schema).parse((await this.#query(sql, values)).rows);
  }

  /** @throws DatabaseFault */
  async #query(sql: string, values?: readonly unknown[]) {
    try {
      return await this.#pool.query(sql, values?.slice());
    } catch (error) {
      throw new DatabaseFault(error);
    }
  }
}
