import * as vscode from 'vscode';
import type { RecordAction } from '../../protocol/resultsContract.ts';
import type { AnyRecord } from '../../client/records/recordShapes.ts';
import { ownPageOf } from '../../results/table/ownPage.ts';
import { runCommand } from '../shared/commands.ts';
import { openLink } from '../shared/page/onPageRequest.ts';
import { refuseOtherWorld } from '../shared/words/presentWorld.ts';
import { platformAddress, siteOf } from '../shared/connections/siteOf.ts';
import type { World } from '../shared/connections/world.ts';
import type { ResultsSession } from './resultsSession.ts';
import { presentRefusal } from '../shared/words/presentRefusal.ts';

/** A record, and what the addresses of the platform's pages begin with. */
export interface ActedOn {
  readonly record: AnyRecord | undefined;
  readonly site: string;
  /** Its world, where the primary service may not be asked about it now. */
  readonly elsewhere: World | undefined;
}

/** A record of a session, by its place. */
export function actedOn(session: Pick<ResultsSession, 'elsewhere' | 'records'>, row: number): ActedOn {
  const { records } = session;
  const [answer] = records.answersOf([row]);
  const site = answer === undefined ? '' : siteOf(answer.head);
  return { record: records.recordAt(row), site, elsewhere: session.elsewhere('primary') };
}

/** Does what a person chose for one record. A look-up says its price first; what a thread costs stands where it is opened. */
export async function actOnRecord(action: RecordAction, acted: ActedOn): Promise<void> {
  const { record, elsewhere } = acted;
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
      const id = idOf(record);
      return isNothing(id) || refuseOtherWorld(elsewhere) ? undefined : await runCommand('socialData.threads.view', id);
    }
    case 'lookUpUser': {
      const handle = handleOf(record);
      return isNothing(handle) || refuseOtherWorld(elsewhere)
        ? undefined
        : await runCommand('socialData.users.lookUp', `@${handle}`);
    }
    case 'search': {
      const query = record?.kind === 'trend' ? [record.query, record.name].find((text) => !isNothing(text)) : undefined;
      return isNothing(query) ? undefined : await runCommand('socialData.search.run', query);
    }
  }
}

function linkOf({ record, site }: ActedOn): string | undefined {
  if (record === undefined) {
    return undefined;
  }
  const facts = {
    username: handleOf(record),
    id: idOf(record),
    url: 'url' in record ? record.url : undefined,
  };
  const own = ownPageOf(record.kind, (name) => facts[name] ?? '');
  return own?.kind === 'link' ? own.url : own === undefined ? undefined : platformAddress(site, own.kind, own.name);
}

function idOf(record: AnyRecord | undefined): string | undefined {
  return record !== undefined && 'id' in record ? record.id : undefined;
}

/** Whom a record is about, or who wrote it. */
function handleOf(record: AnyRecord | undefined): string | undefined {
  switch (record?.kind) {
    case 'user':
    case 'handleState':
      return record.handle;
    case 'post':
      return record.author?.handle;
    case 'list':
    case 'community':
    case 'job':
    case 'trend':
    case 'space':
    case 'place':
    case 'hashtagPoint':
    case 'other':
    case undefined:
      return undefined;
  }
}

function isNothing(text: string | undefined): text is undefined | '' {
  return text === undefined || text === '';
}
