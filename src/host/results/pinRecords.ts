import * as vscode from 'vscode';
import { getAnswerWorld } from '../../app/origin/world.ts';
import { type PinInput, pinKindsByView, type PinView, toPinInput } from '../../app/pins/pin.ts';
import { toTreeRecord } from '../../app/records/treeRecord.ts';
import { showRefusal } from '../shared/dialogs.ts';
import type { Services } from '../shared/services.ts';
import type { ResultsSession } from './resultsSession.ts';

/** How long it is said where a pin stands, in milliseconds. */
const statusBarMessageMs = 4_000;

/** Pins records by their places among the loaded ones, and says in which view they stand. Makes no call. */
export async function pinRecords(
  { connections, pins }: Pick<Services, 'connections' | 'pins'>,
  { records }: Pick<ResultsSession, 'records'>,
  rows: readonly number[],
): Promise<void> {
  const found = rows.flatMap((row): readonly PinInput[] => {
    const record = records.recordAt(row);
    const [answer] = records.answersOf([row]);
    const shown = record === undefined ? undefined : toTreeRecord(record, undefined);
    const world = answer === undefined ? undefined : getAnswerWorld(connections, answer);
    const pin = shown === undefined ? undefined : toPinInput(shown, world);
    return pin === undefined ? [] : [pin];
  });
  const [first] = found;
  if (first === undefined) {
    return showRefusal(vscode.l10n.t('This record has no id, so it cannot be pinned.'));
  }
  const isNew = await pins.add(found);
  const view = getPinViewTitle(first);
  const said = isNew ? vscode.l10n.t('Pinned in {0}.', view) : vscode.l10n.t('Already pinned in {0}.', view);
  vscode.window.setStatusBarMessage(said, statusBarMessageMs);
}

/** What the view is called that a pin stands in. */
function getPinViewTitle({ kind }: PinInput): string {
  const titles: Readonly<Record<PinView, string>> = {
    user: vscode.l10n.t('Users'),
    list: vscode.l10n.t('Lists'),
    community: vscode.l10n.t('Communities'),
  };
  const view = (['user', 'list'] as const).find((candidate) => pinKindsByView[candidate].includes(kind));
  return titles[view ?? 'community'];
}
