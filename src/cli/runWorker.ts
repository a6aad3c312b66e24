import { work } from '../features/collect/fleet/index.ts';
import { CollectFault } from '../features/collect/index.ts';
import {
  formatUsage,
  helpOption,
  type OptionTable,
  readOptions,
  runWithUsage,
  StartError,
  UsageError,
} from '../sandbox/readOptions.ts';
import { connectionOptions, newStoreOption, openClientOfOptions, storeOption } from './openClient.ts';
import { print, say, untilStopped } from './output.ts';
import { openFleet, queueOption } from './runQueue.ts';

const options = {
  queue: queueOption,
  ...connectionOptions,
  store: storeOption,
  'new-store': newStoreOption,
  ...helpOption,
} as const satisfies OptionTable;

const usage = formatUsage(
  'Usage: social-data worker --queue URL [options]',
  'Collects the runs that social-data collect --queue puts in the queue, with its own key and base URL. Ctrl+C stops it after its\nrequest. Without a URL, requests go to a built-in sandbox: free sample data. It prints a line of JSON for each page.',
  options,
);

/** Collects a queue's jobs until it is stopped. */
export async function runWorker(args: readonly string[]): Promise<void> {
  await runWithUsage(usage, async () => {
    const { values } = readOptions(args, options);
    const { queue } = values;
    if (queue === undefined) throw new UsageError('--queue is required');
    const { client, close } = await openClientOfOptions(values, say);
    try {
      const fleet = await openFleet(queue);
      try {
        await untilStopped(async (stop) => await work({ fleet, client, stop, onPage: print, onFault: say }));
      } finally {
        await fleet.close();
      }
    } catch (error) {
      throw error instanceof CollectFault ? new StartError(error.message) : error;
    } finally {
      await close();
    }
  });
}
