import * as vscode from 'vscode';
import type { AnyRecord } from '../../../client/records/readRecord.ts';
import { getExchangeKind, getResponseView } from '../../../core/records/responseView.ts';
import { formatAge } from '../../../core/text/formatAge.ts';
import { joinParts } from '../../../core/text/joinParts.ts';
import { sanitizeForVsCode, shortenText } from '../../../core/text/stripHiddenCharacters.ts';
import { cutPassage, listWords } from '../../../core/text/words.ts';
import { listRecordTexts } from '../../../store/search.ts';
import type { FoundRecord, Store, StoredSearch } from '../../../store/store.ts';
import { showResponse } from '../../../workbench/callAndShow.ts';
import { showRefusal } from '../../../workbench/dialogs.ts';
import { formatConnectionName } from '../../../workbench/services/connections.ts';
import type { Services } from '../../../workbench/services.ts';
import { withStoreErrorNotification } from '../../../workbench/showErrorNotification.ts';
import { formatEndpointTitle } from '../../../workbench/storedResponseSubject.ts';
import { summarizeRecord } from '../../../workbench/summarizeRecord.ts';
import { runInSlices, TimeSlicer } from '../../../workbench/timeSlicer.ts';
import { hasLeftFirstRow, RowsOnScreen } from '../../lookUp/index.ts';

interface FoundItem extends vscode.QuickPickItem {
  /** A note has none. */
  readonly stored?: FoundRecord;
}

/** Shown before the other rows are read. */
const firstRows = 10;
const maxRows = 40;
const maxPassageLength = 200;
const maxTextBeforeOther = 40;

/** Finds records in stored responses and opens one. Doesn't send requests. */
export async function searchHistory(services: Services): Promise<void> {
  await withStoreErrorNotification(services, async () => {
    const store = await services.store();
    const { search } = store;
    if (search === undefined) {
      return showRefusal(vscode.l10n.t("This version of VS Code can't search the history."));
    }
    const picked = await pickRecord(services, search, indexOnce(services, store, search));
    await (picked === undefined ? undefined : openRecord(services, picked));
  });
}

const indexing = new WeakMap<Store, Promise<void>>();

/** Indexes new responses in slices, until all are indexed, also after the quick pick is closed. */
async function indexOnce({ log }: Pick<Services, 'log'>, store: Store, search: StoredSearch): Promise<void> {
  const running = indexing.get(store) ?? runInSlices(search.index()).finally(() => indexing.delete(store));
  indexing.set(store, running);
  await running.catch((error: unknown) => {
    log.error(`Search History continues without new responses: ${error instanceof Error ? error.message : String(error)}`);
  });
}

async function pickRecord(
  services: Pick<Services, 'connections'>,
  search: StoredSearch,
  indexed: Promise<void>,
): Promise<FoundRecord | undefined> {
  const { l10n } = vscode;
  const pick = vscode.window.createQuickPick<FoundItem>();
  const [title, placeholder] = [l10n.t('Search History'), l10n.t('Words, names, handles, or IDs in saved responses')];
  Object.assign(pick, { title, placeholder, matchOnDescription: true, matchOnDetail: true, busy: true });
  const rows = new RowsOnScreen(pick);
  let latest = 0;
  const update = async () => {
    latest += 1;
    const current = latest;
    const pace = new TimeSlicer();
    const sought = listWords([pick.value]);
    const items: FoundItem[] = [];
    for (const found of search.find(pick.value)) {
      await pace.yieldIfDue();
      if (current !== latest) {
        return;
      }
      if (found !== undefined) {
        items.push(toFoundItem(services, found, sought));
      }
      if (found !== undefined && items.length === firstRows) {
        rows.show([...items]);
      }
      if (items.length === maxRows) {
        break;
      }
    }
    if (items.length >= firstRows && hasLeftFirstRow(pick)) {
      return;
    }
    const nothing = pick.busy ? l10n.t('No results yet. Reading new responses…') : l10n.t('No results in history.');
    rows.show(items.length > 0 || sought.length === 0 ? items : [{ label: `$(info) ${nothing}`, alwaysShow: true }]);
  };
  try {
    return await new Promise((resolve, reject) => {
      const updateOrReject = () => void update().catch(reject);
      pick.onDidChangeValue(updateOrReject);
      pick.onDidHide(() => resolve(undefined));
      pick.onDidAccept(() => {
        const item = rows.acceptPress();
        if (item?.stored !== undefined) {
          resolve(item.stored);
        }
      });
      void indexed.then(() => {
        pick.busy = false;
        if (!hasLeftFirstRow(pick)) {
          updateOrReject();
        }
      });
      pick.show();
    });
  } finally {
    latest += 1;
    pick.dispose();
  }
}

/** The label doesn't contain typed words, because VS Code would sort it before newer rows. */
function toFoundItem({ connections }: Pick<Services, 'connections'>, found: FoundRecord, sought: readonly string[]): FoundItem {
  const { exchange, record } = found;
  const { title = getName(record) ?? '', text = '' } = summarizeRecord(record) ?? {};
  const cut = (one: string) => cutPassage(one, sought);
  const findOther = () => listRecordTexts(record).flatMap((one) => cut(one) ?? [])[0] ?? '';
  // a post may match because of the post that it quotes
  const addOther = () => (cut(title) === undefined ? joinParts([shortenText(text, maxTextBeforeOther), findOther()]) : text);
  const [icon, word] = getIconAndWord(record) ?? ['json', formatEndpointTitle(exchange.request.endpointId)];
  return {
    label: `$(${icon}) ${word}`,
    description: joinParts([
      sanitizeForVsCode(title),
      formatConnectionName(connections.nameOf(exchange)),
      formatAge(exchange.sentAt, Date.now()),
    ]),
    detail: sanitizeForVsCode(cut(text) ?? addOther(), maxPassageLength),
    alwaysShow: true,
    stored: found,
  };
}

function getName(record: AnyRecord): string | undefined {
  return 'name' in record ? record.name : 'handle' in record ? record.handle : undefined;
}

function getIconAndWord({ kind }: AnyRecord): readonly [icon: string, word: string] | undefined {
  const { l10n } = vscode;
  switch (kind) {
    case 'post':
      return ['comment', l10n.t('Post')];
    case 'user':
    case 'handleState':
      return ['account', l10n.t('User')];
    case 'list':
      return ['list-unordered', l10n.t('List')];
    case 'community':
      return ['organization', l10n.t('Community')];
    case 'space':
      return ['unmute', l10n.t('Space')];
    case 'job':
      return ['briefcase', l10n.t('Job')];
    case 'trend':
      return ['flame', l10n.t('Trend')];
    case 'place':
      return ['location', l10n.t('Place')];
    case 'hashtagPoint':
    case 'other':
      return undefined;
  }
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
