import * as vscode from 'vscode';
import type { RecordAction } from '../../protocol/resultsContract.ts';
import type { AnyRecord } from '../../client/records/readRecord.ts';
import { toRecordUrl } from '../../app/records/toRecordUrl.ts';
import { runCommand } from '../shared/commands.ts';
import { openLink } from '../shared/page/createPageRequestHandlers.ts';
import { getPermalinkBase } from '../../app/origin/getPermalinkBase.ts';
import { showRefusal } from '../shared/dialogs.ts';
import { refuseForeignWorld } from '../shared/words/describeWorld.ts';
import type { ResultsSession } from './resultsSession.ts';

/** Does what a person chose for one record. A look-up says its price first; what a thread costs stands where it is opened. */
export async function actOnRecord(
  action: RecordAction,
  session: Pick<ResultsSession, 'foreignWorld' | 'records'>,
  row: number,
): Promise<void> {
  const { records } = session;
  const record = records.recordAt(row);
  const foreign = session.foreignWorld('primary');
  switch (action) {
    case 'openInBrowser': {
      const [answer] = records.answersOf([row]);
      const url = record === undefined || answer === undefined ? undefined : toRecordUrl(record, getPermalinkBase(answer));
      return url === undefined ? showRefusal(vscode.l10n.t('This record has no link.')) : await openLink(url);
    }
    case 'openThread': {
      const id = getRecordId(record);
      return id === '' || refuseForeignWorld(foreign) ? undefined : await runCommand('socialData.threads.view', id);
    }
    case 'lookUpUser': {
      const handle = getRecordUserHandle(record);
      return handle === '' || refuseForeignWorld(foreign) ? undefined : await runCommand('socialData.users.lookUp', `@${handle}`);
    }
    case 'search': {
      const [query] = record?.kind === 'trend' ? [record.query, record.name].filter((text) => (text ?? '') !== '') : [];
      return query === undefined ? undefined : await runCommand('socialData.search.run', query);
    }
  }
}

function getRecordId(record: AnyRecord | undefined): string {
  return record !== undefined && 'id' in record ? (record.id ?? '') : '';
}

/** Whom a record is about, or who wrote it; empty for nobody. */
function getRecordUserHandle(record: AnyRecord | undefined): string {
  const user = record?.kind === 'post' ? record.author : record;
  return user?.kind === 'user' || user?.kind === 'handleState' ? (user.handle ?? '') : '';
}
