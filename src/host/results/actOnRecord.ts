import * as vscode from 'vscode';
import type { RecordAction } from '../../protocol/resultsContract.ts';
import { valueAt } from '../../results/table/readCell.ts';
import { runCommand } from '../shared/commands.ts';
import { openLink } from '../shared/openLink.ts';
import { presentRefusal } from '../shared/presentRefusal.ts';

/** Does what a person chose for one record. None of it calls by itself: other parts of the extension say their price first. */
export async function actOnRecord(action: RecordAction, record: unknown): Promise<void> {
  switch (action) {
    case 'openInBrowser': {
      const url = linkOf(record);
      return url === undefined ? presentRefusal(vscode.l10n.t('This record has no link.')) : await openLink(url);
    }
    case 'copyLink': {
      const url = linkOf(record);
      return url === undefined
        ? presentRefusal(vscode.l10n.t('This record has no link.'))
        : await vscode.env.clipboard.writeText(url);
    }
    case 'openThread': {
      const id = textAt(record, ['id']);
      return id === undefined ? undefined : await runCommand('socialData.threads.view', id);
    }
    case 'lookUpUser': {
      const handle = textAt(record, ['username']) ?? textAt(record, ['screen_name']) ?? textAt(record, ['author', 'username']);
      return handle === undefined ? undefined : await runCommand('socialData.users.lookUp', `@${handle}`);
    }
    case 'search': {
      const query = textAt(record, ['query']) ?? textAt(record, ['name']) ?? textAt(record, ['hashtag']);
      return query === undefined ? undefined : await runCommand('socialData.search.run', query);
    }
  }
}

/** The record's own page: its link, or the one that a post's id and author make. */
function linkOf(record: unknown): string | undefined {
  const own = textAt(record, ['url']);
  return own !== undefined && /^https?:\/\//.test(own) ? own : undefined;
}

function textAt(record: unknown, path: readonly string[]): string | undefined {
  const value = valueAt(record, path);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
