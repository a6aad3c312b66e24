import type { RecordFile } from '../../results/export/recordFile.ts';
import { Pace } from '../shared/pace.ts';
import type { Picked } from './pickInOrder.ts';

/** How a file is made: others have their turn between its steps, and a person may have had enough. */
export interface Making {
  readonly signal: AbortSignal;
  /** Is told how many records are in it. */
  readonly told: (read: number) => void;
  readonly pace?: Pace;
}

/**
 * Makes a file of records in slices.
 * @returns its bytes; undefined where it was not wanted to the end
 */
export async function makeFile<T>(
  file: RecordFile<T>,
  records: AsyncIterable<Picked<T>>,
  { signal, told, pace = new Pace() }: Making,
): Promise<Uint8Array | undefined> {
  for await (const { ready, read } of records) {
    for (const _step of file.add(ready)) {
      await pace.rest();
    }
    if (signal.aborted) {
      return undefined;
    }
    told(read);
  }
  const end = file.finish();
  let step = end.next();
  while (step.done !== true) {
    await pace.rest();
    if (signal.aborted) {
      return undefined;
    }
    step = end.next();
  }
  return step.value;
}
