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

/** A handle or a link. */
const unambiguousTextPattern = /^(?:@|https?:\/\/)\S+$/;

type CreateItemsForText = (text: string) => readonly LookUpItem[];

export interface GivenLookUp {
  /** Prefilled; a row must still be chosen, unless it is a handle or a link whose lookup is free. */
  readonly text?: string | undefined;
  /** Set if the caller offered it for free. */
  readonly reuse?: 'only' | undefined;
  /** Default: the selected connections. */
  readonly connection?: string | undefined;
}

export async function lookUp(
  given: Services,
  subject: LookUpSubject,
  { text, reuse: offeredReuse, connection }: GivenLookUp = {},
): Promise<void> {
  const { primary } = given.connections.names(connection);
  const services = pinConnections(given, connection); // later selection changes don't affect the prices in the quick pick
  const postId = subject === 'thread' && text !== undefined ? parsePostId(text) : undefined;
  if (postId !== undefined) {
    return await given.open.thread(postId, { reuse: offeredReuse, connection: primary });
  }
  const client = await services.client();
  const isNamed = text !== undefined && unambiguousTextPattern.test(text);
  const [named] = isNamed ? toLookUpItems(client, subject, text) : [];
  if (named?.choice !== undefined && isFreeQuote(quoteLookUp(client, named.choice))) {
    return await openItem(services, named, primary);
  }
  const toItems: CreateItemsForText = (typed) => toLookUpItems(client, subject, typed);
  const isAnything = subject === 'anything';
  const recent = isAnything
    ? await readStoredOrFallback(
        services,
        async () => listRecentLookUps(await services.store()).map((one) => toRecentLookUpItem(one, services.connections)),
        [],
      )
    : [];
  const names = isAnything
    ? await readStoredOrFallback(services, async () => await getStoredNamesForService(services, 'primary', primary), undefined)
    : undefined;
  const saved = isAnything ? createSavedSearchItems(client, await readSavedSearches(services.context.globalState)) : [];
  const items: CreateItemsForText = (typed) =>
    mergeStoredLookUpItems(toItems(typed), [
      ...filterLookUpItems([...recent, ...saved], typed),
      ...(names === undefined ? [] : createKnownNameItems(client, names, typed)),
    ]);
  const offered = text === undefined ? await readOfferedItems(client, subject, services.pins, { primary, recent, saved }) : [];
  const read = readStoredOrFallback(services, async () => await names?.refresh(), undefined);
  const picked = await pickLookUpRow(subject, text ?? '', { offered, items, read });
  if (picked !== undefined) {
    await openItem(services, picked, primary);
  }
}

async function openItem(services: Services, { choice, reuse, stored }: LookUpItem, connection: string): Promise<void> {
  if (stored !== undefined) {
    await showResponse(services, stored);
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

interface LookUpBoxRows {
  readonly offered: readonly LookUpItem[];
  readonly items: CreateItemsForText;
  /** Resolves when `items` can find everything that is stored. */
  readonly read: Promise<unknown>;
}

async function pickLookUpRow(
  subject: LookUpSubject,
  text: string,
  { offered, items: toItems, read }: LookUpBoxRows,
): Promise<LookUpItem | undefined> {
  const pick = vscode.window.createQuickPick<LookUpItem>();
  const rows = new RowsOnScreen(pick);
  const { title, placeholder, unfit } = getLookUpBoxTexts(subject);
  // an input box has one line
  Object.assign(pick, { title, placeholder, value: text.replaceAll(/\s*[\r\n]+\s*/g, ' '), matchOnDescription: true });
  const update = () => {
    const isEmpty = pick.value.trim() === '';
    const items = isEmpty ? offered : toItems(pick.value);
    rows.show(isEmpty || items.length > 0 ? items : [createNoteItem(unfit)]);
    // keep typed text while the user copies something elsewhere; an empty quick pick closes
    pick.ignoreFocusOut = !isEmpty;
  };
  update();
  void read.then(() => (hasLeftFirstRow(pick) ? undefined : update()));
  try {
    return await new Promise((resolve) => {
      pick.onDidChangeValue(update);
      pick.onDidAccept(() => {
        const item = rows.acceptPress();
        if (item?.replacement !== undefined) {
          pick.value = item.replacement;
          update();
        } else if (item?.choice !== undefined || item?.stored !== undefined) {
          resolve(item);
        }
      });
      pick.onDidHide(() => {
        resolve(undefined);
      });
      pick.show();
    });
  } finally {
    pick.dispose();
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
 * The rows while nothing is typed: the selected text or a link on the clipboard, then recent lookups, pins, and saved searches,
 * otherwise the sandbox's examples. Only a link is read from the clipboard, and it is never logged.
 */
async function readOfferedItems(
  client: Client,
  subject: LookUpSubject,
  pins: Services['pins'],
  { primary, recent, saved }: Readonly<Record<'recent' | 'saved', readonly LookUpItem[]>> & { readonly primary: string },
): Promise<readonly LookUpItem[]> {
  const { l10n } = vscode;
  const itemsOf = (text: string): readonly LookUpItem[] => {
    const isTooLong = text.length > maxSuggestedTextLength || text.includes('\n');
    const items = text === '' || isTooLong ? [] : toLookUpItems(client, subject, text);
    return items.some(({ choice }) => choice !== undefined) ? items : [];
  };
  const editor = vscode.window.activeTextEditor;
  const selected = itemsOf(editor === undefined ? '' : editor.document.getText(editor.selection).trim());
  const copied = selected.length > 0 ? '' : (await vscode.env.clipboard.readText()).trim();
  const link = /^https?:\/\/\S+$/i.test(copied) ? itemsOf(copied) : [];
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
    ...withHeading(l10n.t('Link in clipboard'), link),
    ...withHeading(l10n.t('Recent'), recent),
    ...withHeading(l10n.t('Pinned'), pinnedItems),
    ...withHeading(l10n.t('Saved Searches'), saved),
  ];
  return items.length === 0 ? withHeading(l10n.t('Sandbox examples'), examples) : items;
}

/** `unfit` is shown if the typed text can't be looked up. */
function getLookUpBoxTexts(subject: LookUpSubject): {
  readonly title: string;
  readonly placeholder: string;
  readonly unfit: string;
} {
  const { l10n } = vscode;
  return {
    anything: {
      title: l10n.t('Look Up'),
      placeholder: l10n.t('@handles, link, ID, #tag, or words'),
      unfit: l10n.t('Nothing to look up in this text.'),
    },
    thread: {
      title: l10n.t('View Thread'),
      placeholder: l10n.t('Link or numeric ID'),
      unfit: l10n.t('Enter a link or numeric ID (at most 30 digits).'),
    },
  }[subject];
}
