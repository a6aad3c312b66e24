import type { RecordFileWriter } from '../../../../src/app/table/export/recordFileWriter.ts';

/** The bytes of a file that was given its records in these pieces. */
export function madeOf<T>(file: RecordFileWriter<T>, pieces: readonly (readonly T[])[]): Uint8Array<ArrayBuffer> {
  for (const piece of pieces) {
    Array.from(file.add(piece));
  }
  const end = file.finish();
  let step = end.next();
  while (step.done !== true) {
    step = end.next();
  }
  return new Uint8Array(step.value);
}
