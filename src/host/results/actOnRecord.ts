import * as vscode from 'vscode';
import type { RecordAction } from '../../protocol/resultsContract.ts';
import type { RecordKind } from '../../results/table/recordKind.ts';
import { valueAt } from '../../results/table/readCell.ts';
import { runCommand } from '../shared/commands.ts';
import { openLink } from '../shared/openLink.ts';
import { platformAddress } from '../shared/platformAddress.ts';
import { presentRefusal } from '../shared/presentRefusal.ts';

/** A record as it was read, what it is, and what the addresses of the platform's pages begin with. */
export interface ActedOn {
  readonly kind: RecordKind;
  readonly value: unknown;
  readonly site: string;
}

/** Does what a person chose for one record. None of it calls by itself: other parts of the extension say their price first. */
export async function actOnRecord(action: RecordAction, acted: ActedOn): Promise<void> {
  const { value: record } = acted;
  switch (action) {
    case 'openInBrowser': {
      const url = linkOf(acted);
      return url === undefined ? presentRefusal(vscode.l10n.t('This record has no link.')) : await openLink(url);
    }
    case 'copyLink': {
      const url = linkOf(acted);
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

/** The record's own page: the link that it brings, or where the platform shows such things. */
function linkOf({ kind, value, site }: ActedOn): string | undefined {
  switch (kind) {
    case 'user':
      return platformAddress(site, kind, textAt(value, ['username']) ?? textAt(value, ['screen_name']) ?? '');
    case 'list':
    case 'community':
    case 'space':
      return platformAddress(site, kind, textAt(value, ['id']) ?? '');
    case 'tweet':
    case 'job':
    case 'trend':
    case 'place':
    case 'hashtagPoint':
    case 'handleState':
    case 'other': {
      const own = textAt(value, ['url']);
      return own !== undefined && /^https?:\/\//.test(own) ? own : undefined;
    }
  }
}

function textAt(record: unknown, path: readonly string[]): string | undefined {
  const value = valueAt(record, path);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
