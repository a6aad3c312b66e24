import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endpoints } from '../../src/client/endpoints/table.ts';
import { createAnswerConformanceLog } from '../support/openApi/answerConformanceLog.ts';
import { observeUndiciAnswers } from '../support/openApi/observeUndiciAnswers.ts';
import { runMocha } from '../support/runMocha.ts';
import { installExtensionClock } from './support/extensionClock.ts';

/**
 * What VS Code calls when it is started to run tests: runs every suite that was built beside this file. Each answer of a
 * sandbox that the extension host gets meanwhile is held against the OpenAPI documents; the mock services of the suites
 * answer below other paths.
 *
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
  const ledger = await createAnswerConformanceLog(endpoints);
  const stop = observeUndiciAnswers(ledger.checkReceived);
  const failures = await runMocha({
    files,
    timeout: 60_000,
    totalsFile: process.env['SOCIAL_DATA_TEST_TOTALS'],
    print: (text) => console.log(`${mark}${text}`),
    holdsAnswers: wished.size === 0,
    hooks: {
      afterAll: () => {
        stop();
        ledger.assertConformance();
      },
    },
  });
  if (failures > 0) throw new Error(`${failures} failed in VS Code`);
}
