import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import type { RecordMiss, RecordingOutcome } from '../app/fixtures/record/recordMiss.ts';
import { toReplayQuestion } from '../app/fixtures/replay/question.ts';
import type { PlayableAnswer } from '../app/fixtures/replay/replayIndex.ts';
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
import { createFixtureAnswerSource } from './savedReplies.ts';

/** How fixtures are served. */
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

/** Both services, answering from fixtures. */
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
