import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { capturesFolder } from '../../../support/captures.ts';

/** A manifest line: the result of a plain walk. */
export interface Listed {
  readonly file: string;
  readonly operation: string;
  readonly tweets: readonly string[];
  readonly users: readonly string[];
  readonly bottom: string | undefined;
  readonly pinned: string | undefined;
}

/** The captures' names; empty without a folder. */
export const captureFiles: readonly string[] =
  capturesFolder === undefined
    ? []
    : readdirSync(capturesFolder)
        .filter((file) => file.endsWith('.json'))
        .toSorted();

function readCaptureFile(...path: readonly string[]): string {
  return readFileSync(join(capturesFolder ?? '', ...path), 'utf8');
}

export function captureText(file: string): string {
  return readCaptureFile(file);
}

export function captureBody(file: string): unknown {
  return JSON.parse(captureText(file));
}

/** The capture as read by a different parser. */
export function expectedOf(file: string): unknown {
  return JSON.parse(readCaptureFile('../expected', file));
}

/** The manifest by file. */
export function readManifest(): ReadonlyMap<string, Listed> {
  const [head = '', ...lines] = readCaptureFile('../MANIFEST.tsv').trimEnd().split(/\r?\n/);
  const names = head.split('\t');
  return new Map(
    lines.map((line) => {
      const cells = line.split('\t');
      const cell = (name: string): string => cells[names.indexOf(name)] ?? '';
      const ids = (name: string): readonly string[] => cell(name).split(',').filter(Boolean);
      const listed: Listed = {
        file: cell('file'),
        operation: cell('operation'),
        tweets: ids('tweets_in_order'),
        users: ids('users_in_order'),
        bottom: cell('bottom_cursor') || undefined,
        pinned: cell('pinned_id') || undefined,
      };
      return [listed.file, listed];
    }),
  );
}
