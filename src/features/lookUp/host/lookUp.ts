import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import { parseLookUpInput } from '../../../core/records/parseLookUpInput.ts';
import { isFreeQuote } from '../../../core/cost/cost.ts';
import { quoteLookUp } from '../lookUpChoices.ts';
import { RowsOnScreen } from '../rowsOnScreen.ts';
import { sandboxName } from '../../../core/connections/connectionSettings.ts';
import { callAndShow, showResponse } from '../../../workbench/callAndShow.ts';
import { pinConnections, type Services } from '../../../workbench/services.ts';
import { getStoredNamesForService } from '../../../workbench/storedNames.ts';
import { readSavedSearches } from '../../results/host/index.ts';
import { parseRequestLine } from '../parseRequestLine.ts';
import { type LookUpBox, showLookUpBox } from './lookUpBox.ts';
import type { Client } from '../../../client/client.ts';
import {
  type LookUpItem,
  type LookUpSubject,
  createNoteItem,
  toLookUpItems,
  createExampleItems,
  createPinnedUserItems,
  filterLookUpItems,
  createKnownNameItems,
  createSavedSearchItems,
  listRecentLookUps,
  toRecentLookUpItem,
} from './lookUpItems.ts';

const maxSuggestedTextLength = 512;
const maxPinnedUsersOffered = 8;
/** What is copied comes first if it is read within this time, otherwise last. */
const maxClipboardWaitMs = 150;

/** A handle or a link. */
const unambiguousTextPattern = /^(?:@|https?:\/\/)\S+$/;

export interface GivenLookUp {
  /** Prefilled; a row must still be chosen, unless it is a handle or a link whose lookup is free. */
  readonly text?: string | undefined;
  /** Set if the caller offered it for free. */
  readonly reuse?: 'only' | undefined;
  /** Default: the selected connections. */
  readonly connection?: string | undefined;
}

/** @param shown shown already, without a text */
export async function lookUp(
  given: Services,
  subject: LookUpSubject,
  { text, reuse: offeredReuse, connection }: GivenLookUp = {},
  shown?: LookUpBox,
): Promise<void> {
  const { primary } = given.connections.names(connection);
  const services = pinConnections(given, connection); // later selection changes don't affect the prices in the quick pick
  const postId = subject === 'thread' && text !== undefined ? parsePostId(text) : undefined;
  if (postId !== undefined) {
    return await given.open.thread(postId, { reuse: offeredReuse, connection: primary });
  }
  const isNamed = text !== undefined && unambiguousTextPattern.test(text);
  const opened = isNamed ? await findFreeItem(services, subject, text) : undefined;
  if (opened !== undefined) {
    return await openItem(services, opened, primary);
  }
  const box = shown ?? showLookUpBox(subject, text);
  let picked: LookUpItem | undefined;
  try {
    picked = await pickLookUpRow(services, subject, box, { primary, isEmpty: text === undefined });
  } finally {
    box.pick.dispose();
  }
  if (picked !== undefined) {
    await openItem(services, picked, primary);
  }
}

async function findFreeItem(services: Services, subject: LookUpSubject, text: string): Promise<LookUpItem | undefined> {
  const client = await services.client();
  const [item] = toLookUpItems(client, subject, text);
  return item?.choice !== undefined && isFreeQuote(quoteLookUp(client, item.choice)) ? item : undefined;
}

async function openItem(services: Services, item: LookUpItem, connection: string): Promise<void> {
  const { choice, form, reuse, stored } = item;
  if (stored !== undefined) {
    services.spend.addReopened(stored);
    await showResponse(services, stored);
  } else if (form !== undefined) {
    const isPrimary = form.endpoint.service === 'primary';
    await services.open.query(form.endpoint, form.texts, { connection: isPrimary ? connection : undefined });
  } else if (choice?.subject === 'thread') {
    await services.open.thread(choice.value, { reuse, connection });
  } else if (choice !== undefined) {
    await callAndShow(services, choice.endpoint, choice.params, reuse === undefined ? {} : { reuse }, showResponse);
  }
}

function parsePostId(text: string): string | undefined {
  return parseLookUpInput(text).flatMap((reading) => (reading.kind === 'post' || reading.kind === 'id' ? [reading.id] : []))[0];
}

/** Lookups work without history; a failure to read it is only logged. */
async function readStoredOrFallback<T>({ log }: Pick<Services, 'log'>, read: () => Promise<T>, nothing: T): Promise<T> {
  try {
    return await read();
  } catch (error) {
    log.error(`Look Up continues without history: ${error instanceof Error ? error.message : String(error)}`);
    return nothing;
  }
}

/** Fills the box as its parts are loaded. Rows that load late don't move the row that the user is on. */
async function pickLookUpRow(
  services: Services,
  subject: LookUpSubject,
  { pick, hidden }: LookUpBox,
  { primary, isEmpty }: { readonly primary: string; readonly isEmpty: boolean },
): Promise<LookUpItem | undefined> {
  const isAnything = subject === 'anything';
  const copied = isEmpty ? readClipboard() : Promise.resolve('');
  const copiedInTime = Promise.race([copied, setTimeout(maxClipboardWaitMs, undefined, { ref: false })]);
  const client = await services.client();
  const names = isAnything
    ? await readStoredOrFallback(services, async () => await getStoredNamesForService(services, 'primary', primary), undefined)
    : undefined;
  const recent = isAnything
    ? await readStoredOrFallback(services, async () => {
        const stored = listRecentLookUps(await services.store());
        return stored.map((one) => toRecentLookUpItem(one, services.connections, names?.handleOf));
      }, [])
    : [];
  const saved = isAnything ? createSavedSearchItems(client, await readSavedSearches(services.context.globalState)) : [];
  const itemsOf = (typed: string): readonly LookUpItem[] =>
    mergeStoredLookUpItems(toLookUpItems(client, subject, typed), [
      ...filterLookUpItems([...recent, ...saved], typed),
      ...(names === undefined ? [] : createKnownNameItems(client, names, typed)),
    ]);
  const inTime = await copiedInTime;
  let offered = isEmpty
    ? await listOfferedItems(client, subject, services.pins, { primary, recent, saved, copied: inTime ?? '' })
    : [];
  const rows = new RowsOnScreen(pick);
  const update = () => {
    const isBlank = pick.value.trim() === '';
    const items = isBlank ? offered : itemsOf(pick.value);
    rows.show(isBlank || items.length > 0 ? items : [createNoteItem(getUnfitText(subject))]);
    // keep typed text while the user copies something elsewhere; an empty quick pick closes
    pick.ignoreFocusOut = !isBlank;
  };
  const updateOnFirstRow = () => (hasLeftFirstRow(pick) ? undefined : update());
  const picked = new Promise<LookUpItem | undefined>((resolve) => {
    void hidden.then(resolve);
    pick.onDidChangeValue(update);
    pick.onDidAccept(() => {
      const item = rows.acceptPress();
      if (item?.replacement !== undefined) {
        pick.value = item.replacement;
        update();
      } else if (item?.choice !== undefined || item?.form !== undefined || item?.stored !== undefined) {
        resolve(item);
      }
    });
  });
  update();
  pick.busy = false;
  void readStoredOrFallback(services, async () => await names?.refresh(), undefined).then(updateOnFirstRow);
  if (inTime === undefined) {
    void copied.then((late) => {
      offered = [...offered, ...createClipboardItems(client, subject, late)];
      updateOnFirstRow();
    });
  }
  return await picked;
}

/** Browsers may deny it, or ask the user first. */
async function readClipboard(): Promise<string> {
  try {
    return (await vscode.env.clipboard.readText()).trim();
  } catch {
    return '';
  }
}

function hasLeftFirstRow({ activeItems: [active], items }: vscode.QuickPick<LookUpItem>): boolean {
  return active !== undefined && items.indexOf(active) > 0;
}

/** Puts the typed lookup first, then stored matches that are free, then the rest. Omits duplicates. */
function mergeStoredLookUpItems(items: readonly LookUpItem[], stored: readonly LookUpItem[]): readonly LookUpItem[] {
  const offered = new Set(items.flatMap(listItemQueryKeys));
  const others = stored.filter((item) => {
    const [query = ''] = listItemQueryKeys(item);
    const isNew = !offered.has(query);
    offered.add(query);
    return isNew;
  });
  const isFree = ({ stored: response, reuse }: LookUpItem) => response !== undefined || reuse === 'only';
  return [...items.slice(0, 1), ...others.filter(isFree), ...items.slice(1), ...others.filter((item) => !isFree(item))];
}

function withHeading(heading: string, items: readonly LookUpItem[]): readonly LookUpItem[] {
  return items.length === 0 ? [] : [{ label: heading, kind: vscode.QuickPickItemKind.Separator }, ...items];
}

function listItemQueryKeys({ choice, stored }: LookUpItem): readonly string[] {
  return [
    ...(choice === undefined ? [] : [toQueryKey(choice.endpoint.id, choice.params)]),
    ...(stored === undefined ? [] : [toQueryKey(stored.request.endpointId, stored.request.params)]),
  ];
}

function toQueryKey(endpointId: string, params: Readonly<Record<string, unknown>>): string {
  return `${endpointId} ${JSON.stringify(params)}`;
}

/**
 * The rows while nothing is typed: the selected or copied text, then recent lookups, pins, and saved searches, otherwise the
 * sandbox's examples.
 */
async function listOfferedItems(
  client: Client,
  subject: LookUpSubject,
  pins: Services['pins'],
  {
    primary,
    recent,
    saved,
    copied,
  }: Readonly<Record<'recent' | 'saved', readonly LookUpItem[]>> & Readonly<Record<'primary' | 'copied', string>>,
): Promise<readonly LookUpItem[]> {
  const { l10n } = vscode;
  const editor = vscode.window.activeTextEditor;
  const selected = toSuggestedItems(client, subject, editor?.document.getText(editor.selection).trim() ?? '');
  await pins.load();
  const pinned = pins
    .list('user')
    .filter(({ label: { connection = primary } }) => (connection === sandboxName) === (primary === sandboxName))
    .slice(0, maxPinnedUsersOffered)
    .flatMap(({ label: { handle } }) => handle ?? []);
  const pinnedItems = subject === 'anything' ? createPinnedUserItems(client, pinned) : [];
  // an example for a paid service would cost money
  const examples = primary === sandboxName ? createExampleItems(client, subject) : [];
  const items = [
    ...withHeading(l10n.t('Selected in editor'), selected),
    ...(selected.length > 0 ? [] : createClipboardItems(client, subject, copied)),
    ...withHeading(l10n.t('Recent'), recent),
    ...withHeading(l10n.t('Pinned'), pinnedItems),
    ...withHeading(l10n.t('Saved Searches'), saved),
  ];
  return items.length === 0 ? withHeading(l10n.t('Sandbox examples'), examples) : items;
}

/** Only a link or a request is read from the clipboard, and it is never logged. */
function createClipboardItems(client: Client, subject: LookUpSubject, copied: string): readonly LookUpItem[] {
  const isOffered = /^https?:\/\/\S+$/i.test(copied) || parseRequestLine(copied) !== undefined;
  return withHeading(vscode.l10n.t('Clipboard'), isOffered ? toSuggestedItems(client, subject, copied) : []);
}

function toSuggestedItems(client: Client, subject: LookUpSubject, text: string): readonly LookUpItem[] {
  const isTooLong = text.length > maxSuggestedTextLength || text.includes('\n');
  const items = text === '' || (isTooLong && parseRequestLine(text) === undefined) ? [] : toLookUpItems(client, subject, text);
  return items.some(({ choice, form }) => choice !== undefined || form !== undefined) ? items : [];
}

function getUnfitText(subject: LookUpSubject): string {
  return subject === 'anything'
    ? vscode.l10n.t('Nothing to look up in this text.')
    : vscode.l10n.t('Enter a link or numeric ID (at most 30 digits).');
}
