// The door `social-data-explorer/testing`: what tests of other projects start. Its types name nothing of Node.
/// <reference lib="esnext.disposable" preserve="true" />
import * as z from 'zod';
import { startReplay as startBareReplay } from './startReplay.ts';
import { requireOptions } from '../client/checkParams.ts';
import { type Sandbox, startSandbox as startBareSandbox } from '../sandbox/server.ts';
import { requireNode } from './nodeVersion.ts';
import type { OfflineReplayMode } from './replayMode.ts';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { joinFolderPath } from '../app/fixtures/fixtureFolder.ts';
import { sidecarEnding } from '../app/fixtures/naming.ts';
import { readFixture, type ReadableFixture } from '../app/fixtures/readFixture.ts';
import type { Endpoint, AnswerFormat, EndpointResult } from '../client/endpoint.ts';
import { decodeJsonText, type EncodedBody } from '../client/exchange.ts';
import { createUnlinkedFileReader, isFileMissingError } from './listJsonFiles.ts';

export type { OfflineReplayMode as ReplayMode } from './replayMode.ts';

/** What goes wrong, for which calls; the first one that fits a call strikes. docs/sandbox.md describes each field. */
export interface Fault {
  /** All calls that fit every field given; `endpoint` is the id of a row. */
  readonly match?: {
    readonly service?: 'primary' | 'gateway';
    readonly endpoint?: string;
  };
  /** An error of the service, and what it says. */
  readonly status?: number;
  readonly message?: string;
  /** What goes wrong on the way, instead of a status. */
  readonly kind?: string;
  /** How many calls it strikes; left out: every one. */
  readonly times?: number;
  /** Milliseconds before the answer. */
  readonly latency?: number;
  readonly bytes?: number;
  readonly refund?: boolean;
  /** Seconds. */
  readonly retryAfter?: number;
}

/** A call that a server answered. */
export interface ServedCall {
  /** Milliseconds since 1970. */
  readonly atMs: number;
  readonly service: 'primary' | 'gateway' | null;
  /** The id of the row; null when the path led to none. */
  readonly endpoint: string | null;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly status: number;
  /** US dollars as a decimal text; null for the gateway, which bills nothing. */
  readonly cost: string | null;
  readonly refunded: boolean;
  readonly fault: string | null;
}

/** A server of this machine that answers as both services. */
export interface TestServer {
  /** The base address of the primary service: `baseUrl` of a client. */
  readonly primary: string;
  /** The base address of the gateway: `gatewayUrl` of a client. */
  readonly gateway: string;
  /** A key that both take. */
  readonly key: string;
  /** The token of the control calls. */
  readonly control: string;
  /** The calls of that key, the first one first. */
  readonly requests: () => Promise<readonly ServedCall[]>;
  /** Lets something go wrong with the calls of that key, behind the faults that there are. */
  readonly addFault: (fault: Fault) => Promise<void>;
  /** As if that key had never called: no requests, and the faults that the server was started with. */
  readonly reset: () => Promise<void>;
  readonly close: () => Promise<void>;
  /** The same, for `await using`. */
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

const port = z.int().min(0).max(65_535).optional();

const origins = z.array(z.string()).optional();

const replayOptionsSchema = z.strictObject({
  fixtures: z.string(),
  mode: z.enum(['strict', 'sandbox']).optional(),
  port,
  origins,
});

/**
 * Serves the fixtures of a folder. What changes there counts at once, and no call costs anything.
 * @throws where an option does not fit, the folder cannot be read, or Node is too old
 */
export async function startReplay(options: {
  /** The folder of the fixtures. */
  readonly fixtures: string;
  /** What no fixture answers: `strict`, the default, is an error; `sandbox` leaves it to the sandbox. */
  readonly mode?: OfflineReplayMode;
  /** 0, the default: any free one. */
  readonly port?: number;
  /** Web pages that may ask, such as `http://localhost:5173`. */
  readonly origins?: readonly string[];
}): Promise<TestServer> {
  requireNode();
  requireOptions('startReplay', replayOptionsSchema, options);
  return await toTestServer(await startBareReplay(options));
}

const wholeNumber = z.int().min(0).max(4_294_967_295).optional();
const clockMessage = 'takes wall, a Date or a time as 2026-06-15T12:00:00Z';

const sandboxOptionsSchema = z.strictObject({
  port,
  origins,
  latency: wholeNumber,
  clock: z.custom((clock) => clock === 'wall' || !Number.isNaN(toTime(clock)), clockMessage).optional(),
  rateLimit: z.strictObject({ calls: z.int().min(1), seconds: z.int().min(1) }).optional(),
  faults: z.array(z.unknown()).optional(),
});

/**
 * Starts a sandbox: both services over a made-up world, the same at each start.
 * @throws where an option does not fit, or Node is too old
 */
export async function startSandbox(
  options: {
    /** 0, the default: any free one. */
    readonly port?: number;
    /** Web pages that may ask, such as `http://localhost:5173`. */
    readonly origins?: readonly string[];
    /** Milliseconds before every answer. */
    readonly latency?: number;
    /** What "now" is: a time, or `wall` for the real one. Default: the moment at which the made-up world stands still. */
    readonly clock?: Date | string;
    /** So many calls in a window, for each key; then 429. */
    readonly rateLimit?: { readonly calls: number; readonly seconds: number };
    /** What goes wrong from the start. */
    readonly faults?: readonly Fault[];
  } = {},
): Promise<TestServer> {
  requireNode();
  requireOptions('startSandbox', sandboxOptionsSchema, options);
  const { latency, clock, faults, ...others } = options;
  const sandbox = await startBareSandbox({
    ...others,
    ...(latency === undefined ? {} : { latencyMs: latency }),
    ...(clock === undefined ? {} : { clock: clock === 'wall' ? clock : toTime(clock) }),
  });
  return await toTestServer(sandbox, faults);
}

function toTime(clock: unknown): number {
  return typeof clock === 'string' || clock instanceof Date ? new Date(clock).getTime() : Number.NaN;
}

const requestsSchema = z.object({ requests: z.array(z.custom<ServedCall>()) });

async function toTestServer(server: Sandbox, faults: readonly Fault[] = []): Promise<TestServer> {
  const { primary, gateway, key, control, close } = server;
  const ask = async (name: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(new URL(`/__sandbox/${name}`, primary), {
      headers: { 'x-sandbox-control': control },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new TypeError(String(Reflect.get(Object(answer), 'error')));
    return answer;
  };
  const setFaults = async () => void (await ask('faults', { rules: faults }));
  if (faults.length > 0) {
    await setFaults().catch(async (error: unknown) => {
      await close();
      throw error;
    });
  }
  return {
    ...{ primary, gateway, key, control, close },
    requests: async () => requestsSchema.parse(await ask('requests')).requests,
    addFault: async (fault) => void (await ask('faults', { rules: [fault], add: true })),
    reset: async () => {
      await ask('reset', {});
      await setFaults();
    },
    [Symbol.asyncDispose]: close,
  };
}

export interface FixtureAnswer<V = unknown> {
  readonly request: {
    /** The id of the endpoint: `primary.userByUsername`. */
    readonly endpoint: string;
    readonly params: Readonly<Record<string, unknown>>;
    readonly format: AnswerFormat;
  };
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as received, or as a person edited it. */
  readonly body: Uint8Array;
  /** The body read as JSON. */
  readonly value: V;
}

/** A fixture: its first answer, and all of them. */
export interface Fixture<V = unknown> extends FixtureAnswer<V> {
  readonly answers: readonly FixtureAnswer<V>[];
  /** Whether a body differs from what was saved. */
  readonly isEdited: boolean;
}

/** Reads a fixture with answers of this endpoint in the `simple` format; see `loadFixture`. */
export async function loadFixture<E extends Endpoint>(path: string, endpoint: E): Promise<Fixture<EndpointResult<E>>>;
/**
 * Reads a fixture.
 * @param path of its body, its sidecar, or either without an ending: `fixtures/userByUsername/ada_writes`
 * @throws an Error that names the file and says what is wrong with it
 */
export async function loadFixture(path: string): Promise<Fixture>;
export async function loadFixture(path: string, endpoint?: Endpoint): Promise<Fixture> {
  requireNode();
  const { sidecar, bodies, edited } = await readFixtureAtPath(path);
  const answers = sidecar.answers.map(({ request, response: { status, headers } }, at): FixtureAnswer => {
    if (endpoint !== undefined) requireSimpleEndpointAnswer(path, request, endpoint);
    const body = bodies[at] ?? new Uint8Array();
    return { request, status, headers, body, value: parseFixtureBody(path, { body, headers }) };
  });
  const [first] = answers;
  if (first === undefined) throw new Error(`${path} has no answer`);
  return { ...first, answers, isEdited: edited !== undefined };
}

function requireSimpleEndpointAnswer(path: string, { endpoint: id, format }: FixtureAnswer['request'], endpoint: Endpoint): void {
  if (id !== endpoint.id) throw new Error(`${path} is of ${id}, not of ${endpoint.id}`);
  if (format === 'raw') throw new Error(`${path} is upstream JSON (raw): load it without the endpoint`);
}

function parseFixtureBody(path: string, body: EncodedBody): unknown {
  try {
    return JSON.parse(decodeJsonText(body));
  } catch {
    throw new Error(`The body of ${path} is not JSON`);
  }
}

/** A path may name the body, the sidecar or neither. If there are several bodies, the path is in a folder with the fixture's name. */
async function readFixtureAtPath(path: string): Promise<ReadableFixture> {
  const parent = resolve(dirname(path));
  // the folder that tests run in may be reached by a link, folders below it may not
  const isBelow = parent.startsWith(process.cwd() + sep);
  const root = isBelow ? process.cwd() : dirname(parent);
  const name = basename(path).replace(/(?:\.meta)?\.json$/, '') + sidecarEnding;
  const sidecar = joinFolderPath(relative(root, parent).replaceAll(sep, '/'), name);
  const read = createUnlinkedFileReader(root);
  const found = await readFixture({ read }, sidecar);
  if (found.fault === undefined) return found;
  const { fault } = found;
  const isMissing = fault.body === undefined && (await read(sidecar).then(() => false, isFileMissingError));
  if (isMissing) throw new Error(`There is no fixture ${path}: ${name} is not there`);
  throw new Error(`${join(dirname(path), name)} gives no fixture: ${fault.detail}`);
}
