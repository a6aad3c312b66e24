import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runMocha } from '../support/runMocha.ts';
import { installExtensionClock } from './support/extensionClock.ts';

/**
 * Called by VS Code when it is started to run tests. Runs every suite that was built next to this file.
 * `SOCIAL_DATA_TEST_MARK` precedes each report, because the reader sees the extension host's whole console
 * and must tell them apart.
 *
 * `SOCIAL_DATA_TEST_SUITES` lists the suites to run by file name without `.test.js`, separated by spaces; all if empty.
 *
 * Installs the extension's clock first, before the extension runs.
 *
 * @throws if a test failed, so VS Code exits with a failure
 */
export async function run(): Promise<void> {
  installExtensionClock();
  const folder = dirname(fileURLToPath(import.meta.url));
  const wished = new Set(process.env['SOCIAL_DATA_TEST_SUITES']?.split(' ').filter((name) => name !== ''));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.js') && (wished.size === 0 || wished.has(basename(name, '.test.js'))))
    .toSorted()
    .map((name) => join(folder, name));
  const mark = process.env['SOCIAL_DATA_TEST_MARK'] ?? '';
  const failures = await runMocha({
    files,
    totalsFile: process.env['SOCIAL_DATA_TEST_TOTALS'],
    print: (text) => console.log(`${mark}${text}`),
  });
  if (failures > 0) throw new Error(`${failures} failed in VS Code`);
}
