import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import type { RecordMiss, RecordingOutcome } from '../app/fixtures/record/recordMiss.ts';
import {
  toReplayQuestion,
  readParamsForClientCall,
  type ReplayQuestion,
  readReplayQuestion,
} from '../app/fixtures/replay/question.ts';
import type { PlayableAnswer, ReplayIndex } from '../app/fixtures/replay/replayIndex.ts';
import { findEndpointById, endpoints } from '../client/endpoints/table.ts';
import {
  type Sandbox,
  type SandboxListeners,
  startSandboxWithDependencies,
  type SandboxDependencies,
} from '../sandbox/server.ts';
import { createWorld } from '../sandbox/world/createWorld.ts';
import { type FixtureCounts, openRereadableFixtureFolders, type RereadableFixtures } from './fixtureSource.ts';
import type { OfflineReplayMode, ReplayMode } from './replayMode.ts';
import { describeMiss } from '../app/fixtures/replay/describeMiss.ts';
import { parseJsonBody, type RoutedCall } from '../sandbox/answerCall.ts';
import { billingHeaderNames } from '../sandbox/billing.ts';
import { toErrorBody, toSandboxReply } from '../sandbox/reply.ts';
import type { SavedAnswerSource, FixtureReplyOrMiss } from '../sandbox/requestHandler.ts';
import { RefusalError } from '../sandbox/reserved/refusals.ts';

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
  readonly mode: ReplayMode;
  readonly counts: () => FixtureCounts;
  /** The bodies that each of some saved questions is answered with, in turn: absolute paths without an ending. */
  readonly playedFor: (questions: readonly PlayableAnswer['request'][]) => Promise<readonly (readonly string[])[]>;
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
  const answers = createFixtureAnswerSource(source.replayBook, mode, recording);
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
  return {
    ...sandbox,
    mode,
    counts: source.counts,
    playedFor: async (questions) => await listPlayedBodyFiles(source, questions),
  };
}

/** As the files are now: what was saved just before counts. */
async function listPlayedBodyFiles(
  { expire, refresh, filesFor }: RereadableFixtures,
  questions: readonly PlayableAnswer['request'][],
): Promise<readonly (readonly string[])[]> {
  expire();
  await refresh();
  return questions.map(({ endpoint: id, format, params }) => {
    const endpoint = findEndpointById(id);
    return endpoint === undefined ? [] : filesFor(toReplayQuestion(endpoint, format, params));
  });
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

/**
 * Answers calls from fixtures. If a request was saved several times, each key gets its answers in turn.
 */
function createFixtureAnswerSource(
  book: () => ReplayIndex,
  mode: ReplayMode,
  recording?: MissRecorderWithKey,
): SavedAnswerSource {
  const positions = new Map<string, Map<string, number>>();
  const replies = new WeakMap<PlayableAnswer, FixtureReplyOrMiss>();

  const next = (answers: readonly PlayableAnswer[], question: ReplayQuestion, key: string): PlayableAnswer | undefined => {
    if (answers.length === 1) return answers[0];
    const ofKey = positions.get(key) ?? new Map<string, number>();
    positions.set(key, ofKey);
    const at = ofKey.get(question.key) ?? 0;
    ofKey.set(question.key, at + 1);
    return answers[Math.min(at, answers.length - 1)];
  };

  const answered = (call: RoutedCall, key: string): FixtureReplyOrMiss | undefined => {
    const question = readReplayQuestion({ ...call, body: parseJsonBody(call.endpoint, call.body) });
    if (question === undefined)
      return mode === 'sandbox' ? undefined : createErrorReply(call, 400, 'The percent-encoding is broken');
    const answers = book().answersTo(question);
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
    const miss = describeMiss(book(), question);
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
    return { status: missStatus, bytes: emptyReplyBytes, headers: [], retried: false, fixture: null, pendingReply: later };
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
    retried: false,
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
    retried: false,
    fixture,
  };
}
