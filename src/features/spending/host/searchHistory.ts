import * as vscode from 'vscode';
import type { AnyRecord } from '../../../client/records/readRecord.ts';
import { getExchangeKind, getResponseView } from '../../../core/records/responseView.ts';
import { formatAge } from '../../../core/text/formatAge.ts';
import { joinParts } from '../../../core/text/joinParts.ts';
import { sanitizeForVsCode } from '../../../core/text/stripHiddenCharacters.ts';
import { cutPassage, listWords } from '../../../core/text/words.ts';
import { listRecordTexts } from '../../../store/search.ts';
import type { FoundRecord, StoredSearch } from '../../../store/store.ts';
import { showResponse } from '../../../workbench/callAndShow.ts';
import { showRefusal } from '../../../workbench/dialogs.ts';
import { formatConnectionName } from '../../../workbench/services/connections.ts';
import type { Services } from '../../../workbench/services.ts';
import { withStoreErrorNotification } from '../../../workbench/showErrorNotification.ts';
import { formatEndpointTitle } from '../../../workbench/storedResponseSubject.ts';
import { summarizeRecord } from '../../../workbench/summarizeRecord.ts';
import { runInSlices, TimeSlicer } from '../../../workbench/timeSlicer.ts';

interface FoundItem extends vscode.QuickPickItem {
  /** A note has none. */
  readonly stored?: FoundRecord;
}

const maxRows = 40;
const maxPassageLength = 200;

/** Finds records in stored responses and opens one. Doesn't send requests. */
export async function searchHistory(services: Services): Promise<void> {
  await withStoreErrorNotification(services, async () => {
    const { search } = await services.store();
    if (search === undefined) {
      return showRefusal(vscode.l10n.t("This version of VS Code can't search the history."));
    }
    const picked = await pickRecord(services, search);
    await (picked && openRecord(services, picked));
  });
}

/** Indexes new responses meanwhile, and until all are indexed. */
async function pickRecord(services: Services, search: StoredSearch): Promise<FoundRecord | undefined> {
  const { l10n } = vscode;
  const pick = vscode.window.createQuickPick<FoundItem>();
  const [title, placeholder] = [l10n.t('Search History'), l10n.t('Search for words, names, handles, or IDs')];
  Object.assign(pick, { title, placeholder, matchOnDescription: true, matchOnDetail: true, busy: true });
  let latest = 0;
  const update = async () => {
    const current = (latest += 1);
    const pace = new TimeSlicer();
    const sought = listWords([pick.value]);
    const items: FoundItem[] = [];
    for (const found of search.find(pick.value)) {
      await pace.yieldIfDue();
      if (current !== latest) {
        return;
      }
      if (found !== undefined && items.push(toFoundItem(services, found, sought)) === maxRows) {
        break;
      }
    }
    const nothing = pick.busy ? l10n.t('No results yet. Reading new responses…') : l10n.t('No results in history.');
    pick.items = items.length > 0 || sought.length === 0 ? items : [{ label: `$(info) ${nothing}`, alwaysShow: true }];
  };
  const picking = new Promise<FoundRecord | undefined>((resolve, reject) => {
    const updateOrReject = () => void update().catch(reject);
    const finishIndexing = () => {
      pick.busy = false;
      // later rows must not replace the row that the user moved to
      if (pick.activeItems[0] === pick.items[0]) {
        updateOrReject();
      }
    };
    pick.onDidChangeValue(updateOrReject);
    pick.onDidHide(() => resolve(undefined));
    pick.onDidAccept(() => {
      const stored = pick.selectedItems[0]?.stored;
      if (stored !== undefined) {
        resolve(stored);
      }
    });
    pick.show();
    runInSlices(search.index()).then(finishIndexing).catch(reject);
  });
  return await picking.finally(() => pick.dispose());
}

/** The label has no text of the record, because VS Code would sort it before newer rows. */
function toFoundItem({ connections }: Services, found: FoundRecord, sought: readonly string[]): FoundItem {
  const { exchange, record } = found;
  const { title = getName(record) ?? '', text = '' } = summarizeRecord(record) ?? {};
  const cut = (one: string) => cutPassage(one, sought);
  // a post may match because of the post that it quotes
  const findOther = () => listRecordTexts(record).flatMap((one) => cut(one) ?? [])[0];
  const passage = cut(text) ?? (cut(title) === undefined ? findOther() : undefined) ?? text;
  return {
    label: `$(history) ${formatEndpointTitle(exchange.request.endpointId)}`,
    description: joinParts([
      sanitizeForVsCode(title),
      formatConnectionName(connections.nameOf(exchange)),
      formatAge(exchange.sentAt, Date.now()),
    ]),
    detail: sanitizeForVsCode(passage, maxPassageLength),
    alwaysShow: true,
    stored: found,
  };
}

function getName(record: AnyRecord): string | undefined {
  return 'name' in record ? record.name : 'handle' in record ? record.handle : undefined;
}

/** A post opens in its thread; another record on its page, or alone in its results. */
async function openRecord(services: Services, { exchange, record }: FoundRecord): Promise<void> {
  const { open, spend } = services;
  const id = 'id' in record ? record.id : undefined;
  const isRequested = id !== undefined && Object.values(exchange.request.params).includes(id);
  spend.addReopened(exchange);
  if (record.kind === 'post' && id !== undefined && !isRequested) {
    await open.responseThread(exchange, id);
  } else if (getResponseView(getExchangeKind(exchange)) === 'results') {
    const handle = 'handle' in record ? record.handle : undefined;
    await open.results([exchange], undefined, handle ?? id ?? getName(record));
  } else {
    await showResponse(services, exchange);
  }
}
