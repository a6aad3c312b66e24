import { describeRecordedFixture, describeRecordingSum } from '../core/cost/formatRecording.ts';
import {
  formatFileFault,
  type FixtureFolder,
  hasKeyInDraft,
  LiveRecorder,
  createFixtureRecorder,
  type Pseudonyms,
  type RecordUnmatchedRequest,
} from '../features/fixtures/index.ts';
import type { Money } from '../client/money.ts';
import { mkdir } from 'node:fs/promises';
import { packageVersion } from './folders.ts';
import { openNodeFixtureFolder } from './nodeFixtureFolder.ts';
import { describeStoreFault } from '../core/errors/describeError.ts';
import { type PaidConnections, getDefaultDataFolder, openClient, storeRemedy } from './openClient.ts';
import { UsageError } from '../sandbox/readOptions.ts';

export interface RecorderOptions {
  /** Created if missing. */
  readonly fixtures: string;
  readonly connections: PaidConnections;
  readonly budget: Money;
  /** Where the store is. Default: the account's data folder. */
  readonly store: string | undefined;
  readonly newStore?: Money | undefined;
  /** Replaces people in the fixtures. */
  readonly pseudonyms?: Pseudonyms | undefined;
  /** See LiveRecorderOptions. */
  readonly namesNobody?: boolean;
}

export interface OpenedRecorder {
  readonly record: RecordUnmatchedRequest;
  /** Stops sending requests, saves the responses to requests in flight, and prints the total cost. */
  readonly end: () => Promise<void>;
}

const trialBytes = 256 * 1024;

/**
 * Records like the editor, but with its own store.
 * @param say called with a line for each fixture or rejected response
 * @throws UsageError if fixtures or spending can't be written
 */
export async function openRecorder(wanted: RecorderOptions, say: (line: string) => void): Promise<OpenedRecorder> {
  const { connections, budget, fixtures, newStore, store: folder = getDefaultDataFolder(process.platform, process.env) } = wanted;
  const files = openNodeFixtureFolder(fixtures);
  await requireWritableFolder(files, fixtures);
  const { client, store, close } = await openClient({ folder, newStore, connections: (service) => connections[service], say });
  const problem = store.problem();
  if (problem !== undefined) {
    await close();
    throw new UsageError(
      `Paid requests aren't sent because spending couldn't be recorded in ${folder}. ${describeStoreFault(problem.facts.code)} ${storeRemedy}`,
    );
  }
  const save = createFixtureRecorder({
    ...{ folder: files, root: '', pseudonyms: wanted.pseudonyms },
    savedNow: () => ({ savedOn: new Date().toISOString().slice(0, 'YYYY-MM-DD'.length), extension: packageVersion }),
    hasKey: async (draft) => await Promise.resolve(hasKeyInDraft(connections.keys, draft)),
  });
  const recorder = new LiveRecorder({
    ...{ client, agreed: connections, cap: budget, save, changed: () => undefined },
    namesNobody: wanted.namesNobody === true,
  });
  const underWay = new Set<Promise<unknown>>();
  return {
    record: async (miss) => {
      const recording = recorder.record(miss).then((outcome) => {
        say(outcome.kind === 'recorded' ? describeRecordedFixture(outcome.response.fixture, recorder) : outcome.reason);
        return outcome;
      });
      underWay.add(recording);
      return await recording.finally(() => underWay.delete(recording));
    },
    end: async () => {
      recorder.stop('stopped');
      await close();
      await Promise.all(underWay);
      say(describeRecordingSum(recorder));
    },
  };
}

/** Writes a file as large as the largest response, to fail before paying for a response that can't be saved. @throws UsageError */
async function requireWritableFolder(files: FixtureFolder, root: string): Promise<void> {
  const trial = `.recorder-${process.pid}.tmp`;
  try {
    await mkdir(root, { recursive: true });
    await files.write(trial, new Uint8Array(trialBytes));
    await files.delete(trial);
  } catch (error) {
    throw new UsageError(`Fixtures can't be recorded in ${root}: ${formatFileFault(error)}`);
  }
}
