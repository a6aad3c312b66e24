import { ByteChunks } from './byteChunks.ts';
import type { RecordFile } from './recordFile.ts';

/**
 * A text of a record on each line, as bytes: CSV of `csvLine`, NDJSON of exact records.
 * @param end what stands behind each line, the last one as well
 * @param header what stands above them
 */
export function linesFile(end: string, header?: string): RecordFile<string> {
  const chunks = new ByteChunks();
  if (header !== undefined) {
    chunks.addText(`${header}${end}`);
  }
  return {
    *add(lines) {
      chunks.addText(lines.map((line) => `${line}${end}`).join(''));
      yield;
    },
    finish: () => chunks.gather(),
  };
}
