import { describeRecordedFixture, describeRecordingSum } from '../core/cost/formatRecording.ts';
import {
  formatFileFault,
  type FixtureFolder,
  hasKeyInDraft,
  LiveRecorder,
  createFixtureRecorder,
  type RecordMiss,
} from '../features/fixtures/index.ts';
import type { Money } from '../client/money.ts';
import { packageVersion, makeFolder } from './folders.ts';
import { openNodeFixtureFolder } from './nodeFixtureFolder.ts';
import { describeStoreFault } from '../core/errors/describeError.ts';
import { type PaidConnections, getDefaultDataFolder, openClient, storeRemedy } from './openClient.ts';
import { UsageError } from '../sandbox/readOptions.ts';

export interface RecorderOptions {
  /** Created if missing. */
  readonly fixtures: string;
  readonly connections: PaidConnections;
  readonly budget: Money;
  /** Where answers and the ledger are kept; undefined: the folder of the account. */
  readonly store: string | undefined;
  readonly newStore?: Money | undefined;
}

export interface OpenedRecorder {
  readonly record: RecordMiss;
  /** From now on nothing further is sent. Waits a while for what is on its way, as it is paid for, saves it, and says what all of it came to. */
  readonly end: () => Promise<void>;
}

const trialBytes = 256 * 1024;

/**
 * Opens what records answers of the services as fixtures, as the editor does, with a ledger of its own. Makes no call.
 * @param say is given a line for each fixture, and for what is not recorded
 * @throws UsageError where fixtures or calls could not be written down
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
      `Paid requests are not sent because spending could not be recorded in ${folder}. ${describeStoreFault(problem.facts.code)} ${storeRemedy}`,
    );
  }
  const save = createFixtureRecorder({
    ...{ folder: files, root: '' },
    savedNow: () => ({ savedOn: new Date().toISOString().slice(0, 'YYYY-MM-DD'.length), extension: packageVersion }),
    holdsKey: async (draft) => await Promise.resolve(hasKeyInDraft(connections.keys, draft)),
  });
  const recorder = new LiveRecorder({ client, agreed: connections, cap: budget, save, changed: () => undefined });
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

/** Writes as much as a large response has, and deletes it: nothing is paid for that cannot be saved. @throws UsageError */
async function requireWritableFolder(files: FixtureFolder, root: string): Promise<void> {
  const trial = '.recorder.tmp';
  try {
    await makeFolder(root);
    await files.write(trial, new Uint8Array(trialBytes));
    await files.delete(trial);
  } catch (error) {
    throw new UsageError(`Fixtures cannot be recorded in ${root}: ${formatFileFault(error)}`);
  }
}
