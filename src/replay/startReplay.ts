import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import type { RecordMiss, RecordingOutcome } from '../app/fixtures/record/recordMiss.ts';
import { readParamsForClientCall, type ReplayQuestion, readReplayQuestion } from '../app/fixtures/replay/question.ts';
import { type PlayableAnswer, type ReplayIndex, createReplayIndex } from '../app/fixtures/replay/replayIndex.ts';
import { findEndpointById, endpoints } from '../client/endpoints/table.ts';
import {
  type Sandbox,
  type SandboxListeners,
  startSandboxWithDependencies,
  type SandboxDependencies,
} from '../sandbox/server.ts';
import { createWorld } from '../sandbox/world/createWorld.ts';
import type { OfflineReplayMode, ReplayMode } from './replayMode.ts';
import { describeMiss } from '../app/fixtures/replay/describeMiss.ts';
import { parseJsonBody, type RoutedCall } from '../sandbox/answerCall.ts';
import { billingHeaderNames } from '../sandbox/billing.ts';
import { toErrorBody, toSandboxReply } from '../sandbox/reply.ts';
import type { SavedAnswerSource, FixtureReplyOrMiss } from '../sandbox/requestHandler.ts';
import { RefusalError } from '../sandbox/reserved/refusals.ts';
import { isSidecarFile } from '../app/fixtures/naming.ts';
import { type PlayableFixture, readPlayableFixture } from '../app/fixtures/replay/playableFixture.ts';
import { type ListedFiles, listJsonFiles, createListedFileReader, treatMissingAsNoFiles } from './listJsonFiles.ts';

/** For how long a change of a file may go unseen, in milliseconds; longer where looking takes more than a tenth of that. */
const maxStaleMs = 50;
const maxLookingShare = 0.1;
/** Systems limit how many files are open. */
const maxFixturesReadAtOnce = 16;

interface FixtureCounts {
  readonly fixtures: number;
  readonly unreadable: number;
}

interface RereadableFixtures {
  readonly book: ReplayIndex;
  readonly counts: () => FixtureCounts;
  /** Looks again, where that was not done just now. */
  readonly refresh: () => Promise<void> | undefined;
  /** The next refresh looks again in any case, also at what could not be read. */
  readonly expire: () => void;
}

interface StampedFixture {
  /** Of each file that it was read from; undefined: it is read again after any change. */
  readonly stamps: ReadonlyMap<string, string | undefined> | undefined;
  readonly fixture: PlayableFixture;
}

interface RereadableFolder extends Pick<RereadableFixtures, 'refresh' | 'expire'> {
  readonly book: () => ReplayIndex;
  readonly fixtures: () => readonly PlayableFixture[];
}

/**
 * Reads the fixtures below folders, and again those whose files changed. A question that several folders have fixtures of is answered
 * from the first of those: a sequence of both would be nobody's.
 * @param mayBeMissing a folder that is not there has no fixtures yet
 * @throws where one cannot be read
 */
async function openRereadableFixtureFolders(roots: readonly string[], mayBeMissing: boolean): Promise<RereadableFixtures> {
  const folders = await Promise.all(roots.map(async (root) => await openRereadableFolder(root, mayBeMissing)));
  return {
    book: {
      get all() {
        return folders.flatMap(({ book }) => book().all);
      },
      answersTo: (question) => {
        for (const { book } of folders) {
          const answers = book().answersTo(question);
          if (answers !== undefined) return answers;
        }
        return undefined;
      },
    },
    counts: () => {
      const all = folders.flatMap(({ fixtures }) => fixtures());
      const unreadable = all.filter(({ isUnreadable }) => isUnreadable).length;
      return { fixtures: all.length - unreadable, unreadable };
    },
    refresh: () => {
      const looking = folders.flatMap(({ refresh }) => refresh() ?? []);
      return looking.length === 0 ? undefined : Promise.all(looking).then(() => undefined);
    },
    expire: () => folders.forEach(({ expire }) => expire()),
  };
}

/** Files are looked at instead of waited for: what a system says of changes differs by system, disk and editor. */
async function openRereadableFolder(root: string, mayBeMissing: boolean): Promise<RereadableFolder> {
  let kept: ReadonlyMap<string, StampedFixture> = new Map();
  let seen: string | undefined;
  let book = createReplayIndex([], findEndpointById);
  let staleAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | undefined;

  const look = async (files: ListedFiles): Promise<void> => {
    const now = JSON.stringify([...files].map(([path, { stamp }]) => [path, stamp]));
    if (now === seen) return;
    const fixtures: (readonly [string, StampedFixture])[] = [];
    const waiting = [...files.keys()].filter(isSidecarFile).values();
    const lane = async (): Promise<void> => {
      for (const path of waiting) fixtures.push([path, await reuseOrReadFixture(root, files, path, kept.get(path))]);
    };
    await Promise.all(Array.from({ length: maxFixturesReadAtOnce }, lane));
    kept = new Map(fixtures);
    book = createReplayIndex(
      fixtures.flatMap(([, { fixture }]) => fixture.answers),
      findEndpointById,
    );
    seen = now;
  };
  await look(await (mayBeMissing ? listJsonFiles(root).catch(treatMissingAsNoFiles) : listJsonFiles(root)));

  return {
    book: () => book,
    fixtures: () => [...kept.values()].map(({ fixture }) => fixture),
    refresh: () => {
      const at = performance.now();
      if (looking === undefined && at < staleAt) return undefined;
      looking ??= listJsonFiles(root)
        // a folder that is gone, as while a branch is checked out, has no fixtures
        .catch((): ListedFiles => new Map())
        .then(look)
        .finally(() => {
          staleAt = Math.max(at + maxStaleMs, performance.now() + (performance.now() - at) / maxLookingShare);
          looking = undefined;
        });
      return looking;
    },
    expire: () => {
      staleAt = Number.NEGATIVE_INFINITY;
      seen = undefined;
    },
  };
}

async function reuseOrReadFixture(
  root: string,
  files: ListedFiles,
  path: string,
  kept: StampedFixture | undefined,
): Promise<StampedFixture> {
  const isSame = kept?.stamps !== undefined && [...kept.stamps].every(([file, stamp]) => files.get(file)?.stamp === stamp);
  if (kept !== undefined && isSame) return kept;
  const fixture = await readPlayableFixture(createListedFileReader(root, files), path);
  const stamps = new Map([path, ...fixture.bodyFiles].map((file) => [file, files.get(file)?.stamp]));
  return { stamps: fixture.isUnreadable ? undefined : stamps, fixture };
}

export interface ReplayOptions {
  /** The folder of the fixtures, or several: where more than one has fixtures of a question, those of the first are played. */
  readonly fixtures: string | readonly string[];
  /** `strict`, the default: what no fixture answers is an error. `sandbox`: the sandbox answers it. */
  readonly mode?: OfflineReplayMode;
  /** Mode `live`: asks a service for what no fixture answers, and saves it in one of the folders. */
  readonly record?: RecordMiss;
  /** A folder that is not there yet has no fixtures, and is looked at again. */
  readonly mayBeMissing?: boolean;
  /** 0, the default: any free one. */
  readonly port?: number;
  /** Of the web pages that may ask: see SandboxOptions. */
  readonly origins?: readonly string[];
}

export interface ReplayServer extends Sandbox {
  readonly counts: () => FixtureCounts;
}

/**
 * Serves the fixtures of folders as the services that they came from. No call costs anything but what `record` asks for.
 * @throws where a folder cannot be read, and the error of listening: EADDRINUSE, EACCES
 */
export async function startReplay(options: ReplayOptions, listeners: SandboxListeners = {}): Promise<ReplayServer> {
  const { fixtures, record, port = 0, origins = [], mayBeMissing = false } = options;
  const mode = record === undefined ? (options.mode ?? 'strict') : 'live';
  const folders = (typeof fixtures === 'string' ? [fixtures] : fixtures).map((folder) => resolve(folder));
  const source = await openRereadableFixtureFolders(folders, mayBeMissing);
  const recording =
    record === undefined ? undefined : { record: createDeduplicatedRecorder(record, source), key: createApiKeyThatRecords() };
  const answers = createFixtureAnswerSource(source.book, mode, recording);
  const reset = (key: string): void => {
    answers.reset(key);
    source.expire();
  };
  const saved = { ...answers, reset };
  const own = recording === undefined ? {} : { key: recording.key };
  const parts: SandboxDependencies = { ...(await createReplayDependencies(mode)), ...own, saved, prepare: source.refresh };
  const prices = { price: 0n };
  const sandbox = await startSandboxWithDependencies(
    parts,
    { port, origins, prices, marksAnswers: mode === 'sandbox' },
    listeners,
  );
  return { ...sandbox, counts: source.counts };
}

/** Another one at each start, as what is recorded is paid for. */
function createApiKeyThatRecords(): string {
  return `live-${randomBytes(18).toString('base64url')}`;
}

/**
 * Records a question once, whoever asks it meanwhile, until its fixture is found: an answer that is an error is kept nowhere else, and
 * would be paid for again.
 */
function createDeduplicatedRecorder(record: RecordMiss, { refresh, expire }: RereadableFixtures): RecordMiss {
  const underWay = new Map<string, Promise<RecordingOutcome>>();
  const recordAndFind: RecordMiss = async (miss) => {
    const outcome = await record(miss);
    if (outcome.kind === 'recorded') {
      await refresh(); // it may have begun before the fixture was there
      expire();
      await refresh();
    }
    return outcome;
  };
  return async (miss) => {
    const { key } = miss.question;
    const joined = underWay.get(key) ?? recordAndFind(miss).finally(() => underWay.delete(key));
    underWay.set(key, joined);
    return await joined;
  };
}

/** Where nothing is made up, the rows are there to find out what a call asks for. */
async function createReplayDependencies(mode: ReplayMode): Promise<SandboxDependencies> {
  const world = createWorld();
  switch (mode) {
    case 'strict':
    case 'live':
      return { endpoints, answerers: {}, world };
    case 'sandbox': {
      const { allAnswerers } = await import('../sandbox/answers/allAnswerers.ts');
      return { ...allAnswerers, world };
    }
  }
}

/** No service uses this status, so an unmatched request cannot be mistaken for an answer. */
const missStatus = 501;

interface MissRecorderWithKey {
  readonly record: RecordMiss;
  /** The key that callers must send, so that nobody else who reaches this server can spend money. */
  readonly key: string;
}

const maxQuestions = 1_000;

/**
 * Answers calls from fixtures. If a request was saved several times, each key gets its answers in turn.
 */
function createFixtureAnswerSource(book: ReplayIndex, mode: ReplayMode, recording?: MissRecorderWithKey): SavedAnswerSource {
  const positions = new Map<string, Map<string, number>>();
  /** By the text of the request, which alone says what it asks for: reading it took a third of the time of a response. */
  const questions = new Map<string, ReplayQuestion>();
  const replies = new WeakMap<PlayableAnswer, FixtureReplyOrMiss>();

  const next = (answers: readonly PlayableAnswer[], question: ReplayQuestion, key: string): PlayableAnswer | undefined => {
    if (answers.length === 1) return answers[0];
    const ofKey = positions.get(key) ?? new Map<string, number>();
    positions.set(key, ofKey);
    const at = ofKey.get(question.key) ?? 0;
    ofKey.set(question.key, at + 1);
    return answers[Math.min(at, answers.length - 1)];
  };

  const readQuestion = (call: RoutedCall): ReplayQuestion | undefined => {
    const { endpoint, pathname, rawQuery, wantsSimple } = call;
    if (endpoint.method === 'POST') return readReplayQuestion({ ...call, body: parseJsonBody(endpoint, call.body) });
    const text = `${endpoint.id} ${wantsSimple} ${pathname}?${rawQuery}`;
    const question = questions.get(text) ?? readReplayQuestion({ ...call, body: undefined });
    if (questions.size >= maxQuestions) questions.clear();
    if (question !== undefined) questions.set(text, question);
    return question;
  };

  const answered = (call: RoutedCall, key: string): FixtureReplyOrMiss | undefined => {
    const question = readQuestion(call);
    if (question === undefined)
      return mode === 'sandbox' ? undefined : createErrorReply(call, 400, 'The percent-encoding is broken');
    const answers = book.answersTo(question);
    const answer = answers === undefined ? undefined : next(answers, question, key);
    if (answer === undefined) return mode === 'sandbox' ? undefined : missed(call, question, key);
    return replyOf(answer);
  };

  const replyOf = (answer: PlayableAnswer): FixtureReplyOrMiss => {
    const known = replies.get(answer);
    if (known !== undefined) return known;
    const reply = toFixtureReply(answer);
    replies.set(answer, reply);
    return reply;
  };

  const missed = (call: RoutedCall, question: ReplayQuestion, key: string): FixtureReplyOrMiss => {
    const miss = describeMiss(book, question);
    if (recording === undefined) return createErrorReply(call, missStatus, miss);
    if (key !== recording.key)
      return createErrorReply(call, missStatus, `${miss}. It is not recorded: only the key of this server records`);
    const params = readParamsForClientCall({ ...call, body: parseJsonBody(call.endpoint, call.body) });
    const later = recording
      .record({ question, params })
      .then((outcome) =>
        outcome.kind === 'recorded'
          ? replyOf(outcome.answer)
          : createErrorReply(call, missStatus, `${miss}. It is not recorded: ${outcome.reason}`),
      );
    return { status: missStatus, bytes: emptyReplyBytes, headers: [], fixture: null, pendingReply: later };
  };

  return {
    answer: (call, key) => {
      try {
        return answered(call, key);
      } catch (error) {
        if (!(error instanceof RefusalError)) throw error;
        return mode === 'sandbox' ? undefined : createErrorReply(call, error.status, error.message);
      }
    },
    reset: (key) => void positions.delete(key),
  };
}

function createErrorReply({ endpoint }: RoutedCall, status: number, message: string): FixtureReplyOrMiss {
  return {
    ...toSandboxReply(status, toErrorBody(endpoint.service, status, message), []),
    fixture: null,
    miss: message,
  };
}

const emptyReplyBytes = Buffer.alloc(0);

/** Headers that only made sense in the original connection, or that report money. */
const unreplayedHeaderNames: ReadonlySet<string> = new Set([
  ...['connection', 'content-length', 'date', 'keep-alive', 'set-cookie', 'trailer', 'transfer-encoding', 'upgrade', 'x-replay'],
  ...[...billingHeaderNames, 'X-Retried'].map((name) => name.toLowerCase()),
]);

/** What Node accepts as header name and value, because a file may contain anything. */
const validHeaderNamePattern = /^[\w!#$%&'*+.^`|~-]+$/;
const validHeaderValuePattern = /^[\t\x20-\x7e]*$/;

function toFixtureReply({ fixture, response: { status, headers }, body }: PlayableAnswer): FixtureReplyOrMiss {
  const kept = Object.entries(headers).filter(
    ([name, value]) =>
      !unreplayedHeaderNames.has(name.toLowerCase()) && validHeaderNamePattern.test(name) && validHeaderValuePattern.test(value),
  );
  const hasType = kept.some(([name]) => name.toLowerCase() === 'content-type');
  return {
    status,
    bytes: Buffer.from(body.buffer, body.byteOffset, body.byteLength),
    headers: [
      ...(hasType ? [] : ['Content-Type', 'application/json; charset=utf-8']),
      ...kept.flat(),
      ...['Content-Length', String(body.byteLength)],
      ...['X-Replay', fixture.replace(/[^\x21-\x7e]+/g, (text) => encodeURIComponent(Buffer.from(text).toString()))],
    ],
    fixture,
  };
}
