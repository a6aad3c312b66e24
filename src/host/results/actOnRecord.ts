import * as vscode from 'vscode';
import type { RecordAction } from '../../protocol/resultsContract.ts';
import { ownPageOf } from '../../results/table/ownPage.ts';
import type { RecordKind } from '../../results/table/recordKind.ts';
import { valueAt } from '../../results/table/readCell.ts';
import { runCommand } from '../shared/commands.ts';
import { openLink } from '../shared/page/openLink.ts';
import { platformAddress } from '../shared/connections/platformAddress.ts';
import { refuseOtherWorld } from '../shared/words/presentWorld.ts';
import { siteOf } from '../shared/connections/siteOf.ts';
import type { World } from '../shared/connections/world.ts';
import type { ResultsSession } from './resultsSession.ts';
import { presentRefusal } from '../shared/words/presentRefusal.ts';

/** A record as it was read, what it is, and what the addresses of the platform's pages begin with. */
export interface ActedOn {
  readonly kind: RecordKind;
  readonly value: unknown;
  readonly site: string;
  /** Its world, where the primary service may not be asked about it now. */
  readonly elsewhere: World | undefined;
}

/** A record of a session, by its place. */
export function actedOn(session: Pick<ResultsSession, 'elsewhere' | 'records'>, row: number): ActedOn {
  const { records } = session;
  const [answer] = records.answersOf([row]);
  const site = answer === undefined ? '' : siteOf(answer.head);
  return { kind: records.kind, value: records.valueAt(row), site, elsewhere: session.elsewhere('primary') };
}

/** Does what a person chose for one record. A look-up says its price first; what a thread costs stands where it is opened. */
export async function actOnRecord(action: RecordAction, acted: ActedOn): Promise<void> {
  const { value: record, elsewhere } = acted;
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
      return id === undefined || refuseOtherWorld(elsewhere) ? undefined : await runCommand('socialData.threads.view', id);
    }
    case 'lookUpUser': {
      const handle = textAt(record, ['username']) ?? textAt(record, ['screen_name']) ?? textAt(record, ['author', 'username']);
      return handle === undefined || refuseOtherWorld(elsewhere)
        ? undefined
        : await runCommand('socialData.users.lookUp', `@${handle}`);
    }
    case 'search': {
      const query = textAt(record, ['query']) ?? textAt(record, ['name']) ?? textAt(record, ['hashtag']);
      return query === undefined ? undefined : await runCommand('socialData.search.run', query);
    }
  }
}

function linkOf({ kind, value, site }: ActedOn): string | undefined {
  const own = ownPageOf(
    kind,
    (name) => textAt(value, [name]) ?? (name === 'username' ? textAt(value, ['screen_name']) : undefined) ?? '',
  );
  return own?.kind === 'link' ? own.url : own === undefined ? undefined : platformAddress(site, own.kind, own.name);
}

function textAt(record: unknown, path: readonly string[]): string | undefined {
  const value = valueAt(record, path);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
