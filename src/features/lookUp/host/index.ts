import * as vscode from 'vscode';
import { type CommandId, registerTypedCommand } from '../../../workbench/commands.ts';
import type { Services } from '../../../workbench/services.ts';
import type { GivenLookUp } from './lookUp.ts';
import { showLookUpBox } from './lookUpBox.ts';
import type { LookUpSubject } from './lookUpItems.ts';

const lookUpSubjectsByCommand = [
  ['socialData.lookUp.anything', 'anything'],
  ['socialData.threads.view', 'thread'],
] as const satisfies readonly (readonly [CommandId, LookUpSubject])[];

/** Longer selections are neither names, nor queries, nor requests. */
const maxSelectionLength = 4_000;

/** Doesn't send requests before a row is chosen, unless the text identifies a post. */
export async function lookUp(services: Services, subject: LookUpSubject, given: GivenLookUp): Promise<void> {
  // what is given may open without the box
  const box = given.text === undefined ? showLookUpBox(subject) : undefined;
  await (await import('./lookUp.ts')).lookUp(services, subject, given, box);
}

export function register(services: Services): vscode.Disposable {
  return vscode.Disposable.from(
    ...lookUpSubjectsByCommand.map(([id, subject]) =>
      registerTypedCommand(id, async (text, reuse, connection) => {
        await lookUp(services, subject, { text, reuse: reuse === 'only' ? reuse : undefined, connection });
      }),
    ),
    registerTypedCommand('socialData.lookUp.selection', async () => {
      const { activeTextEditor } = vscode.window;
      const selected = activeTextEditor?.document.getText(activeTextEditor.selection).trim() ?? '';
      await lookUp(services, 'anything', { text: selected.slice(0, maxSelectionLength) });
    }),
  );
}
