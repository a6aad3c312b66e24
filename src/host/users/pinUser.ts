import * as vscode from 'vscode';
import { recognise } from '../../catalog/recognise.ts';
import { userById, userByUsername } from '../../client/endpoints/table.ts';
import type { Services } from '../shared/services.ts';
import { type PinQuestion, pinByLookUp } from '../shared/tree/pinByLookUp.ts';
import type { PinnedTree } from '../shared/tree/pinnedTree.ts';

/** Asks for an account, looks it up and pins it. */
export async function pinUser(services: Services, tree: PinnedTree, text?: string): Promise<void> {
  await pinByLookUp(services, tree, {
    title: vscode.l10n.t('Pin User'),
    placeHolder: vscode.l10n.t('@handle, link to a profile, or numeric id'),
    refusal: vscode.l10n.t('Not a handle (1 to 15 letters, digits or underscores), profile link or numeric id.'),
    kind: 'user',
    text,
    toQuestion,
  });
}

function toQuestion(text: string): PinQuestion | undefined {
  for (const reading of recognise(text)) {
    if (reading.kind === 'handle') {
      return { endpoint: userByUsername, params: { username: reading.handle } };
    }
    if (reading.kind === 'id') {
      return { endpoint: userById, params: { userId: reading.id } };
    }
  }
  return undefined;
}
