import { readFile, writeFile } from 'node:fs/promises';
import { endpoints } from '../../../src/client/endpoints/table.ts';
import { createAnswerConformanceLog } from '../openApi/answerConformanceLog.ts';
import type { ReceivedAnswer } from '../openApi/receivedAnswer.ts';
import { installTestExtension } from './installTestExtension.ts';

const recorder = new URL('../openApi/observeUndiciAnswers.ts', import.meta.url).href;

/**
 * Puts an extension beside the one under test that keeps each answer which their common host gets, a line of JSON each.
 * VS Code takes NODE_OPTIONS away from that host, so nothing else can be loaded into it.
 *
 * @param extensions VS Code's extensions folder
 * @param file where the answers are kept; it is made empty
 */
export async function installRecorder(extensions: string, file: string): Promise<void> {
  const main = `import { appendFileSync } from 'node:fs';
import { observeUndiciAnswers } from ${JSON.stringify(recorder)};
export function activate() {
  observeUndiciAnswers((answer) => appendFileSync(${JSON.stringify(file)}, JSON.stringify(answer) + '\\n'));
}
`;
  await writeFile(file, '');
  await installTestExtension(extensions, { name: 'recorder', main });
}

/** How many answers were kept in a file. */
export async function countAnswers(file: string): Promise<number> {
  return (await readFile(file, 'utf8')).split('\n').length - 1;
}

/**
 * Holds the answers of sandboxes that were kept in a file against the OpenAPI documents.
 * @throws AssertionError with each call whose answer did not fit
 */
export async function checkAnswersFile(file: string): Promise<void> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
  const ledger = await createAnswerConformanceLog(endpoints);
  for (const line of lines) ledger.checkReceived(JSON.parse(line) as ReceivedAnswer); // as the recorder wrote it
  ledger.assertConformance();
}
