import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runMocha } from '../support/runMocha.ts';
import { installExtensionClock } from './support/extensionClock.ts';

/**
 * What VS Code calls when it is started to run tests: runs every suite that was built beside this file. *
 * `SOCIAL_DATA_TEST_MARK` goes before each report, where the reader sees the extension host's whole console
 * and must distinguish the two.
 *
 * `SOCIAL_DATA_TEST_SUITES` names the suites to run, by their files without `.test.js` and parted by spaces; all when empty.
 *
 * The extension's clock is put in its place first, before the extension runs.
 *
 * @throws when a test failed, which makes VS Code end with a failure
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
