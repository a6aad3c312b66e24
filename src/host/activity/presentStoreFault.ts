import * as vscode from 'vscode';
import { SocialDataError } from '../../client/errors.ts';
import { foreignText } from '../shared/words/foreignText.ts';
import type { Note } from '../shared/tree/noteNode.ts';
import { toCommand } from '../shared/commands.ts';

/** The one row of a view whose store cannot be read: what failed, and what can be done. */
export function presentStoreFault(error: unknown): Note {
  const reason = error instanceof SocialDataError ? (error.facts.code ?? error.message) : String(error);
  return {
    text: vscode.l10n.t('What is kept could not be read'),
    description: vscode.l10n.t('nothing was spent'),
    tooltip: foreignText(reason),
    icon: 'error',
    command: toCommand('socialData.activity.showLog', vscode.l10n.t('Show Log')),
  };
}

/** The row above what does not outlive the window. */
export function memoryNote(): Note {
  return {
    text: vscode.l10n.t('Kept until this window closes'),
    description: vscode.l10n.t('save what you need later'),
    tooltip: vscode.l10n.t(
      'The place for what is kept on this machine could not be opened; the log says why. Nothing was spent.',
    ),
    icon: 'warning',
    command: toCommand('socialData.activity.showLog', vscode.l10n.t('Show Log')),
  };
}
