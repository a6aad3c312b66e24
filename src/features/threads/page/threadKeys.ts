import * as l10n from '@vscode/l10n';
import { html, type TemplateResult } from 'lit';
import type { ThreadRow } from '../threadContract.ts';
import { findParentRootAndNextRowKeys, type ShownThreadRow } from '../arrangeThreadRows.ts';

interface ThreadKeyCallbacks {
  readonly go: (key: string) => void;
  readonly enter: (row: ThreadRow) => void;
  readonly collapse: (key: string) => void;
  readonly openInBrowser: (postId: string) => void;
  readonly command: (name: 'onlyAuthor' | 'find' | 'help') => void;
  readonly stopFinding: () => void;
}

interface ThreadKeyContext {
  readonly shown: readonly ShownThreadRow[];
  readonly activeKey: string | undefined;
  readonly at: number;
  readonly row: ThreadRow | undefined;
  readonly callbacks: ThreadKeyCallbacks;
}

interface ThreadKeyBinding {
  readonly names: readonly string[];
  /** A key without a title isn't listed in the help. */
  readonly title?: string;
  /** Moves between rows, and repeats while the key is held. */
  readonly isWalking?: true;
  /** Acts only if the row itself has focus, not a control in it. */
  readonly isOfRow?: true;
  readonly act: (place: ThreadKeyContext) => void;
}

const createGoToRowAction =
  (target: (place: ThreadKeyContext) => string | undefined): ((place: ThreadKeyContext) => void) =>
  (place) => {
    const key = target(place);
    if (key !== undefined) {
      place.callbacks.go(key);
    }
  };
const findRowKeysAroundActive = ({ shown, activeKey }: ThreadKeyContext) =>
  activeKey === undefined ? undefined : findParentRootAndNextRowKeys(shown, activeKey);

const threadKeyBindings: readonly ThreadKeyBinding[] = [
  {
    names: ['ArrowDown', 'j'],
    title: l10n.t('Next'),
    isWalking: true,
    act: createGoToRowAction(({ shown, at }) => shown[at + 1]?.row.key),
  },
  {
    names: ['ArrowUp', 'k'],
    title: l10n.t('Previous'),
    isWalking: true,
    act: createGoToRowAction(({ shown, at }) => shown[at - 1]?.row.key),
  },
  {
    names: ['Enter'],
    title: l10n.t('Load or Open Post'),
    isOfRow: true,
    act: ({ row, callbacks }) => (row === undefined ? undefined : callbacks.enter(row)),
  },
  {
    names: ['c'],
    title: l10n.t('Collapse Replies'),
    act: ({ activeKey, callbacks }) => (activeKey === undefined ? undefined : callbacks.collapse(activeKey)),
  },
  {
    names: ['o'],
    title: l10n.t('Open in Browser'),
    act: ({ row, callbacks }) => (row?.kind === 'post' ? callbacks.openInBrowser(row.id) : undefined),
  },
  {
    names: ['p'],
    title: l10n.t('Go to Parent'),
    isWalking: true,
    act: createGoToRowAction((place) => findRowKeysAroundActive(place)?.parent),
  },
  {
    names: ['r'],
    title: l10n.t('Go to Start of Branch'),
    act: createGoToRowAction((place) => findRowKeysAroundActive(place)?.root),
  },
  {
    names: ['n'],
    title: l10n.t('Go to Next Sibling'),
    isWalking: true,
    act: createGoToRowAction((place) => findRowKeysAroundActive(place)?.nextSibling),
  },
  { names: ['a'], title: l10n.t("Show Only the Author's Posts"), act: ({ callbacks }) => callbacks.command('onlyAuthor') },
  { names: ['/'], title: l10n.t('Find in Thread'), act: ({ callbacks }) => callbacks.command('find') },
  { names: ['?'], title: l10n.t('Keyboard Shortcuts'), act: ({ callbacks }) => callbacks.command('help') },
  { names: ['Home'], act: createGoToRowAction(({ shown }) => shown[0]?.row.key) },
  { names: ['End'], act: createGoToRowAction(({ shown }) => shown.at(-1)?.row.key) },
  { names: ['Escape'], act: ({ callbacks }) => callbacks.stopFinding() },
];

/** Ignores keys in fields, dialogs, and menus. */
export function handleThreadKey(
  event: KeyboardEvent,
  shown: readonly ShownThreadRow[],
  activeKey: string | undefined,
  callbacks: ThreadKeyCallbacks,
): void {
  const { target, repeat: isHeld, ctrlKey, metaKey, altKey } = event;
  if (!(target instanceof Element) || event.defaultPrevented || target.closest('input, dialog, [role="menu"]') !== null) {
    return;
  }
  const found = ctrlKey || metaKey || altKey ? undefined : threadKeyBindings.find(({ names }) => names.includes(event.key));
  const isHere = found?.isOfRow !== true || target.getAttribute('role') === 'article';
  if (found !== undefined && isHere && (!isHeld || found.isWalking === true)) {
    event.preventDefault();
    const at = shown.findIndex(({ row }) => row.key === activeKey);
    found.act({ shown, activeKey, at, row: shown[at]?.row, callbacks });
  }
}

export function renderKeyHelp(close: () => void): TemplateResult {
  return html`<dialog class="dialog" aria-label=${l10n.t('Keyboard Shortcuts')}>
    <h2>${l10n.t('Keyboard Shortcuts')}</h2>
    <dl>
      ${threadKeyBindings.map(({ names, title }) =>
        title === undefined
          ? ''
          : html`<div>
              <dt>${names.map((name) => html`<kbd>${keySymbolByName[name] ?? name}</kbd> `)}</dt>
              <dd>${title}</dd>
            </div>`,
      )}
    </dl>
    <button type="button" class="link" @click=${close}>${l10n.t('Close')}</button>
  </dialog>`;
}

const keySymbolByName: Readonly<Record<string, string>> = { ArrowDown: 'DownArrow', ArrowUp: 'UpArrow' };
