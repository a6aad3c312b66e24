import * as vscode from 'vscode';
import { parseLookUpInput } from '../../app/lookUp/parseLookUpInput.ts';
import { getExchangeKind } from '../../app/lookUp/answerView.ts';
import { RowsOnScreen } from '../../app/lookUp/rowsOnScreen.ts';
import { sandboxName } from '../../app/origin/connectionSettings.ts';
import { callAndShow, callWithNotifications, showAnswer } from '../shared/callAndShow.ts';
import type { LookUpChoice } from '../../app/lookUp/lookUpChoices.ts';
import type { Exchange } from '../../client/exchange.ts';
import { reuseAnyAge } from '../../client/policies/history.ts';
import type { AnswerReuse } from '../../client/policies/send.ts';
import { toExchangeUri } from '../shared/exchangeDocuments.ts';
import { runCommand } from '../shared/commands.ts';
import { pinConnections, type Services } from '../shared/services.ts';
import { getKeptNamesForService } from '../shared/keptNamesForService.ts';
import { readSavedSearches } from '../shared/savedSearches.ts';
import type { Client } from '../../client/client.ts';
import {
  createExampleItems,
  createPinnedUserItems,
  createRecentLookUpItems,
  putKnownSubjectFirst,
  filterLookUpItems,
  createKnownNameItems,
  createSavedSearchItems,
  listRecentLookUps,
  toMatchingLookUpItem,
} from './lookUpSuggestions.ts';
import { type LookUpItem, type LookUpSubject, createNoteItem, toLookUpItems } from './lookUpItems.ts';

const maxSuggestedTextLength = 512;
const maxPinnedUsersOffered = 8;

type CreateItemsForText = (text: string) => readonly LookUpItem[];

interface GivenLookUp {
  /** Prefilled; the person still chooses. */
  readonly text?: string | undefined;
  /** Set if the caller offered it for free. */
  readonly offered?: 'only' | undefined;
  /** Default: the selected connections. */
  readonly connection?: string | undefined;
}

export async function lookUp(
  given: Services,
  subject: LookUpSubject,
  { text, offered, connection }: GivenLookUp = {},
): Promise<void> {
  const { primary } = given.connections.names(connection);
  const services = pinConnections(given, connection); // the rows describe the connections that are selected now
  if (subject === 'thread' && text !== undefined && parseLookUpInput(text).some(({ kind }) => kind === 'post' || kind === 'id')) {
    // another part names one post: the press there was the choice
    return await runCommand('socialData.threads.open', text, offered, primary);
  }
  const client = await services.client();
  const toItems: CreateItemsForText = (typed) => toLookUpItems(client, subject, typed);
  const isAnything = subject === 'anything';
  const recent = isAnything ? await readKeptOrFallback(services, async () => listRecentLookUps(await services.store()), []) : [];
  const matching = recent.map((one) => toMatchingLookUpItem(one, services.connections));
  const readRecentItems = async () =>
    await readKeptOrFallback(
      services,
      async () => createRecentLookUpItems(await services.store(), services.connections, recent),
      [],
    );
  const names = isAnything
    ? await readKeptOrFallback(services, async () => await getKeptNamesForService(services, 'primary', primary), undefined)
    : undefined;
  const saved = isAnything ? createSavedSearchItems(client, readSavedSearches(services.context.globalState)) : [];
  const items: CreateItemsForText = (typed) =>
    mergeKeptLookUpItems(
      toItems(typed),
      filterLookUpItems([...matching, ...saved], typed),
      names === undefined ? [] : createKnownNameItems(client, names, typed),
      typed,
    );
  const toOffered = text === undefined ? await readOfferedItems(client, subject, services.pins, { primary, saved }) : () => [];
  let recentItems = await readRecentItems();
  const readNames = async () => {
    await names?.refresh();
    recentItems = await readRecentItems(); // what an id among them names may be known by now
  };
  const read = readKeptOrFallback(services, readNames, undefined);
  const known = async (typed: string) =>
    await readKeptOrFallback(services, async () => await putKnownSubjectFirst(services, items(typed), typed), undefined);
  const picked = await pickLookUpRow(subject, text ?? '', { offered: () => toOffered(recentItems), items, known, read });
  const { choice, reuse, kept: answer } = picked ?? {};
  if (answer !== undefined) {
    await showAnswer(services, answer);
  } else if (choice?.subject === 'thread') {
    await runCommand('socialData.threads.open', choice.value, reuse, primary);
  } else if (choice?.further !== undefined) {
    await lookUpSeveral(services, choice, reuse ?? reuseAnyAge);
  } else if (choice !== undefined) {
    await callAndShow(services, choice.endpoint, choice.params, reuse === undefined ? {} : { reuse }, showAnswer);
  }
}

/** Asks for what one call does not take, and shows all of it; to retry goes on with what is still to come, for the rest is paid for. */
async function lookUpSeveral(
  services: Services,
  choice: LookUpChoice,
  reuse: AnswerReuse,
  before: readonly Exchange[] = [],
  reuseForFirst = reuse,
): Promise<void> {
  const { endpoint, params, further = [] } = choice;
  const answers = [...before];
  for (const [at, one] of [params, ...further].slice(before.length).entries()) {
    const exchange = await callWithNotifications(
      services,
      endpoint,
      one,
      { reuse: at === 0 ? reuseForFirst : reuse },
      // an answer that came and cannot be read is not taken again
      async ({ exchange: failed }) =>
        await lookUpSeveral(services, choice, reuse, answers, failed === undefined ? reuse : 'never'),
    );
    if (exchange === undefined) {
      return; // it was said why
    }
    answers.push(exchange);
    services.exchanges.put(exchange);
  }
  const [first] = answers;
  const ids = answers.map(({ id }) => id);
  await (first === undefined ? undefined : runCommand('socialData.results.open', toExchangeUri(first, 'exact'), ids, 'usual'));
}

/** What is kept only helps: where it cannot be read, look-ups go on without it, and the log says so. */
async function readKeptOrFallback<T>({ log }: Pick<Services, 'log'>, read: () => Promise<T>, nothing: T): Promise<T> {
  try {
    return await read();
  } catch (error) {
    log.error(`Look Up goes on without what is kept: ${error instanceof Error ? error.message : String(error)}`);
    return nothing;
  }
}

interface LookUpBoxRows {
  readonly offered: () => readonly LookUpItem[];
  readonly items: CreateItemsForText;
  /** The same for an id, once it is known what it names; undefined where nothing changes. */
  readonly known: (text: string) => Promise<readonly LookUpItem[] | undefined>;
  /** Resolves once everything is read that `items` finds and `offered` names. */
  readonly read: Promise<void>;
}

async function pickLookUpRow(
  subject: LookUpSubject,
  text: string,
  { offered, items: toItems, known, read }: LookUpBoxRows,
): Promise<LookUpItem | undefined> {
  const pick = vscode.window.createQuickPick<LookUpItem>();
  const rows = new RowsOnScreen(pick);
  const { title, placeholder, unfit } = getLookUpBoxTexts(subject);
  // a box of one line would join what stands on two
  Object.assign(pick, { title, placeholder, value: text.replaceAll(/\s*[\r\n]+\s*/g, ' '), matchOnDescription: true });
  const update = () => {
    const isEmpty = pick.value.trim() === '';
    const items = isEmpty ? offered() : toItems(pick.value);
    rows.show(isEmpty || items.length > 0 ? items : [createNoteItem(unfit)]);
    // a person who goes to copy an id comes back to what they typed; an empty box gets out of the way
    pick.ignoreFocusOut = !isEmpty;
    void showRowsOfKnownId(pick, rows, known);
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
        } else if (item?.choice !== undefined || item?.kept !== undefined) {
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

/** Shows the rows of a known id, unless the person has typed on or gone to another row meanwhile. */
async function showRowsOfKnownId(
  pick: vscode.QuickPick<LookUpItem>,
  rows: RowsOnScreen<LookUpItem>,
  known: LookUpBoxRows['known'],
): Promise<void> {
  const { value } = pick;
  const items = await known(value);
  if (items !== undefined && pick.value === value && !hasLeftFirstRow(pick)) {
    rows.show(items);
  }
}

function hasLeftFirstRow({ activeItems: [active], items }: vscode.QuickPick<LookUpItem>): boolean {
  return active !== undefined && items.indexOf(active) > 0;
}

/** How many things that are kept under a name stand before a search for the words that it begins with. */
const maxRowsBeforeTyped = 2;

/**
 * The rows for what was typed, with what is kept: Enter asks what was typed, unless it begins the name of something that is kept. What
 * fits and is free comes right behind, what fits and is not comes last. Nothing is offered twice.
 */
function mergeKeptLookUpItems(
  items: readonly LookUpItem[],
  kept: readonly LookUpItem[],
  named: readonly LookUpItem[],
  typed: string,
): readonly LookUpItem[] {
  const offered = new Set(items.flatMap(listItemQuestionKeys));
  const others = [...kept, ...named].filter((item) => {
    const [question = ''] = listItemQuestionKeys(item);
    const isNew = !offered.has(question);
    offered.add(question);
    return isNew;
  });
  const isFree = ({ kept: answer, reuse }: LookUpItem) => answer !== undefined || reuse === 'only';
  const [free, priced] = [others.filter(isFree), others.filter((item) => !isFree(item))];
  const namesOne = /^(?:@|#|\d+$|https?:)/i.test(typed.trim()) || items[0]?.reuse === 'only';
  const begun = namesOne ? [] : free.filter((item) => isNamedByBeginOf(item, typed)).slice(0, maxRowsBeforeTyped);
  const behind = free.filter((item) => !begun.includes(item));
  return [...begun, ...items.slice(0, 1), ...behind, ...items.slice(1), ...priced];
}

/** Whether a row leads to a user, list, community or saved search with a word in its name that begins with what was typed. */
function isNamedByBeginOf({ choice, kept, description = '' }: LookUpItem, typed: string): boolean {
  const subject = kept === undefined ? choice?.subject : getExchangeKind(kept);
  const wanted = typed.trim().toLowerCase();
  const words = description.toLowerCase().split(/[\s@_]+/);
  const isSavedSearch = choice?.subject === 'posts' && choice.value !== choice.params['searchItem'];
  const isNamed = subject === 'user' || subject === 'list' || subject === 'community' || isSavedSearch;
  return isNamed && words.some((word) => word.startsWith(wanted));
}

function withHeading(heading: string, items: readonly LookUpItem[]): readonly LookUpItem[] {
  return items.length === 0 ? [] : [{ label: heading, kind: vscode.QuickPickItemKind.Separator }, ...items];
}

function listItemQuestionKeys({ choice, kept }: LookUpItem): readonly string[] {
  return [
    ...(choice === undefined ? [] : [toQuestionKey(choice.endpoint.id, choice.params)]),
    ...(kept === undefined ? [] : [toQuestionKey(kept.request.endpointId, kept.request.params)]),
  ];
}

function toQuestionKey(endpointId: string, params: Readonly<Record<string, unknown>>): string {
  return `${endpointId} ${JSON.stringify(params)}`;
}

/**
 * Reads the rows to start from: of the text selected in the active editor or, failing that, of a link on the clipboard; then what was
 * looked up last, what is pinned and the searches that were saved. The clipboard may hold anything, so only a link is taken from it, and nothing of it is logged.
 * Where there is none, the sandbox has examples.
 * @returns makes all of them, those of what was looked up last among them
 */
async function readOfferedItems(
  client: Client,
  subject: LookUpSubject,
  pins: Services['pins'],
  { primary, saved }: { readonly primary: string; readonly saved: readonly LookUpItem[] },
): Promise<(recent: readonly LookUpItem[]) => readonly LookUpItem[]> {
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
  const pinnedItems = subject === 'anything' || subject === 'user' ? createPinnedUserItems(client, pinned) : [];
  // of a paid service the box says what can be typed: an example would cost something
  const examples = primary === sandboxName ? createExampleItems(client, subject) : [];
  return (recent) => {
    const items = [
      ...withHeading(l10n.t('Selected in the editor'), selected),
      ...withHeading(l10n.t('Link on the clipboard'), link),
      ...withHeading(l10n.t('Recent'), recent),
      ...withHeading(l10n.t('Pinned'), pinnedItems),
      ...withHeading(l10n.t('Saved searches'), saved),
    ];
    return items.length === 0 ? withHeading(l10n.t('Examples from the sandbox'), examples) : items;
  };
}

/** What the box for a subject says; `unfit` is why nothing can be called for what was typed. */
function getLookUpBoxTexts(subject: LookUpSubject): {
  readonly title: string;
  readonly placeholder: string;
  readonly unfit: string;
} {
  const { l10n } = vscode;
  return {
    anything: {
      title: l10n.t('Look Up'),
      placeholder: l10n.t('@handles, link, id, #tag or words'),
      unfit: l10n.t('Nothing to look up in this text.'),
    },
    user: {
      title: l10n.t('View User'),
      placeholder: l10n.t('@handle, link to a profile, or numeric id'),
      unfit: l10n.t('Not a handle (1 to 15 letters, digits or underscores), profile link or numeric id.'),
    },
    thread: {
      title: l10n.t('View Thread'),
      placeholder: l10n.t('Link to a post, or its numeric id'),
      unfit: l10n.t('Not a link to a post or a numeric id (digits only, at most 30).'),
    },
    list: {
      title: l10n.t('View List'),
      placeholder: l10n.t('Link to a list, or its numeric id'),
      unfit: l10n.t('Not a link to a list or a numeric id (digits only, at most 30).'),
    },
    community: {
      title: l10n.t('View Community'),
      placeholder: l10n.t('Link to a community, or its numeric id'),
      unfit: l10n.t('Not a link to a community or a numeric id (digits only, at most 30).'),
    },
  }[subject];
}
