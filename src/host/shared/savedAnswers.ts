import * as vscode from 'vscode';
import { readStored } from '../../app/fixtures/refresh/storedFixture.ts';
import { savedExchanges } from '../../app/fixtures/savedExchanges.ts';
import type { Exchange } from '../../client/exchange.ts';
import { toWorkspaceFile } from './workspaceFolder.ts';

/** The id of an answer of a fixture: its place among the answers, and the address of the sidecar. */
const savedId = /^fixture:(\d{1,4}):(.+)$/su;

/** Whether an id is that of an answer of a fixture. */
export function isSavedAnswer(id: string): boolean {
  return savedId.test(id);
}

/** The answers of a fixture as they are now, in their order; none where it cannot be read. Makes no call. */
export async function savedAnswersOf(sidecarUri: vscode.Uri): Promise<readonly Exchange[]> {
  const { folder, file } = toWorkspaceFile(sidecarUri);
  const fixture = await readStored(folder, file);
  return fixture === undefined ? [] : savedExchanges(fixture, (at) => `fixture:${at}:${sidecarUri.toString()}`);
}

/** Such an answer by its id; undefined for any other id, and where it is gone, or in no open folder. */
export async function readSavedAnswer(id: string): Promise<Exchange | undefined> {
  if (!isSavedAnswer(id)) {
    return undefined;
  }
  const [, at = '', address = ''] = savedId.exec(id) ?? [];
  const uri = vscode.Uri.parse(address);
  return vscode.workspace.getWorkspaceFolder(uri) === undefined ? undefined : (await savedAnswersOf(uri))[Number(at)];
}
