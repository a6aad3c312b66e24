import type { ThreadRow } from '../../protocol/threadContract.ts';
import { type ShownRow, neighbours } from './arrange.ts';

/** What keys do to a thread. */
export interface KeyActions {
  readonly go: (key: string) => void;
  readonly enter: (row: ThreadRow) => void;
  readonly collapse: (key: string) => void;
  readonly openInBrowser: (postId: string) => void;
  readonly command: (name: 'onlyAuthor' | 'find' | 'help') => void;
  readonly stopFinding: () => void;
}

/** What a person pressed, and where. */
interface Press {
  readonly key: string;
  /** Whether the line itself has the focus, and not something in it. */
  readonly isOnLine: boolean;
  /** Whether it repeats by itself because it is held. */
  readonly isHeld: boolean;
}

/** The keys that go from line to line: these alone do it again and again while they are held. */
const walking: ReadonlySet<string> = new Set(['ArrowDown', 'ArrowUp', 'j', 'k', 'n', 'p']);

/** Does what a key of the thread does, wherever the focus is: not in a field, a dialog or a menu, which have keys of their own. */
export function takeKey(
  event: KeyboardEvent,
  shown: readonly ShownRow[],
  activeKey: string | undefined,
  actions: KeyActions,
): void {
  const { target, key, repeat: isHeld, ctrlKey, metaKey, altKey } = event;
  if (!(target instanceof Element) || event.defaultPrevented || target.closest('input, dialog, [role="menu"]') !== null) {
    return;
  }
  const isOnLine = target.getAttribute('role') === 'article';
  const act = ctrlKey || metaKey || altKey ? undefined : keyAction({ key, isOnLine, isHeld }, shown, activeKey, actions);
  if (act !== undefined) {
    event.preventDefault();
    act();
  }
}

/** What a key does on a line; undefined where it is not one of the thread's, or is held and presses once only. */
function keyAction(
  { key, isOnLine, isHeld }: Press,
  shown: readonly ShownRow[],
  activeKey: string | undefined,
  actions: KeyActions,
): (() => void) | undefined {
  if (isHeld && !walking.has(key)) {
    return undefined;
  }
  const at = shown.findIndex(({ row }) => row.key === activeKey);
  const row = shown[at]?.row;
  const near = activeKey === undefined ? undefined : neighbours(shown, activeKey);
  const go = (to: string | undefined) => () => (to === undefined ? undefined : actions.go(to));
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return go(shown[at + 1]?.row.key);
    case 'ArrowUp':
    case 'k':
      return go(at > 0 ? shown[at - 1]?.row.key : undefined);
    case 'Home':
      return go(shown[0]?.row.key);
    case 'End':
      return go(shown.at(-1)?.row.key);
    case 'p':
      return go(near?.parent);
    case 'r':
      return go(near?.root);
    case 'n':
      return go(near?.nextSibling);
    case 'Enter':
      return isOnLine && row !== undefined ? () => actions.enter(row) : undefined;
    case 'c':
      return () => (activeKey === undefined ? undefined : actions.collapse(activeKey));
    case 'o':
      return () => (row?.kind === 'post' ? actions.openInBrowser(row.id) : undefined);
    case 'a':
      return () => actions.command('onlyAuthor');
    case '/':
      return () => actions.command('find');
    case 'Escape':
      return () => actions.stopFinding();
    case '?':
      return () => actions.command('help');
    default:
      return undefined;
  }
}
