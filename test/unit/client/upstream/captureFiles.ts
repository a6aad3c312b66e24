import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { capturesFolder } from '../../../support/captures.ts';

/** The captures' names; empty without a folder. */
export const captureFiles: readonly string[] =
  capturesFolder === undefined
    ? []
    : readdirSync(capturesFolder)
        .filter((file) => file.endsWith('.json'))
        .toSorted();

export function captureText(file: string): string {
  return readFileSync(join(capturesFolder ?? '', file), 'utf8');
}

export function captureBody(file: string): unknown {
  return JSON.parse(captureText(file));
}
