import * as vscode from 'vscode';
import { SocialDataError } from '../../client/errors.ts';
import type { Store } from '../../store/store.ts';
import type { Services } from '../shared/services.ts';

/** Does something with what is kept on this machine; says in words when it cannot be read or written. */
export async function withStore(
  services: Pick<Services, 'store' | 'log'>,
  action: (store: Store) => Promise<void> | void,
): Promise<void> {
  try {
    await action(await services.store());
  } catch (error) {
    if (!(error instanceof SocialDataError && error.kind === 'storage')) {
      throw error; // a fault of ours, or of the place to save to: VS Code shows it with the command's name
    }
    const code = error.facts.code === undefined ? '' : ` (${error.facts.code})`;
    services.log.error(`The store: ${error.kind}${code}`);
    await vscode.window.showErrorMessage(
      vscode.l10n.t(
        'What is kept on this machine could not be read or written{0}. Nothing was spent. Make room on the disk and try again.',
        code,
      ),
    );
  }
}
