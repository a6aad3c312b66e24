import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { joinFolderPath } from '../app/fixtures/fixtureFolder.ts';
import { sidecarEnding } from '../app/fixtures/naming.ts';
import { readFixture, type ReadableFixture } from '../app/fixtures/readFixture.ts';
import type { Endpoint, AnswerFormat, EndpointResult } from '../client/endpoint.ts';
import { decodeJsonText, type EncodedBody } from '../client/exchange.ts';
import { createUnlinkedFileReader, isFileMissingError } from './listJsonFiles.ts';
import { requireNode } from './nodeVersion.ts';

/** An answer of a fixture. */
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
  /** The body as it came, or as a person edited it. */
  readonly body: Uint8Array;
  /** The body read as JSON. */
  readonly value: V;
}

/** A fixture: its first answer, and all of them. */
export interface Fixture<V = unknown> extends FixtureAnswer<V> {
  readonly answers: readonly FixtureAnswer<V>[];
  /** Whether a body is no longer what was saved. */
  readonly isEdited: boolean;
}

/** Reads a fixture whose answers are of an endpoint, in the `simple` format; see `loadFixture`. */
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

/** A path may name the body, the sidecar or neither of the two; that of several bodies is in a folder of the fixture's name. */
async function readFixtureAtPath(path: string): Promise<ReadableFixture> {
  const parent = resolve(dirname(path));
  // the folder that tests run in may be reached by a link, those below it may not
  const isBelow = parent.startsWith(process.cwd() + sep);
  const root = isBelow ? process.cwd() : dirname(parent);
  const name = basename(path).replace(/(?:\.meta)?\.json$/, '') + sidecarEnding;
  const sidecar = joinFolderPath(relative(root, parent).replaceAll(sep, '/'), name);
  const read = createUnlinkedFileReader(root);
  const found = await readFixture({ read }, sidecar);
  if (found.fault === undefined) return found;
  const { fault } = found;
  const isMissing = fault.reason === 'sidecar' && (await read(sidecar).then(() => false, isFileMissingError));
  if (isMissing) throw new Error(`There is no fixture ${path}: ${name} is not there`);
  throw new Error(`${join(dirname(path), name)} gives no fixture: ${fault.detail}`);
}
