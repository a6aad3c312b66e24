import * as z from 'zod/mini';
import { restoreFocusOnReturn } from './focus.ts';
import { ignoreHeldKeys } from './pressOnce.ts';
import './formatNumbersAndTimes.ts';

// The content security policy of webviews forbids `new Function`, which zod would try. Each bundle's main.ts imports this first.
z.config({ jitless: true });

restoreFocusOnReturn();
ignoreHeldKeys();
leaveChordsToVsCode();
keepNavigationKeysInFields();
markRowWithOpenMenu();

/** VS Code waits this long for a chord's second key. */
const chordMs = 5_000;
const modifierKeys: readonly string[] = ['Control', 'Meta', 'Shift', 'Alt'];
const isMac = navigator.platform.startsWith('Mac');

/** Ignores the key after Ctrl+K: VS Code handles it, but the page would also type it or act on it. */
function leaveChordsToVsCode(): void {
  let begunAt = -Infinity;
  const handleKey = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, timeStamp } = event;
    if (modifierKeys.includes(key)) {
      return;
    }
    const isSecond = timeStamp - begunAt < chordMs;
    begunAt = !isSecond && (isMac ? metaKey : ctrlKey) && key.toLowerCase() === 'k' ? timeStamp : -Infinity;
    if (isSecond) {
      event.preventDefault();
      if (key === 'Enter' || key === ' ') {
        event.stopPropagation(); // a button that it presses may cost money
      }
    }
  };
  window.addEventListener('keydown', handleKey, { capture: true });
  window.addEventListener('blur', () => {
    begunAt = -Infinity;
  });
}

/** VS Code would handle *Back* and *Forward* in a text field too. */
function keepNavigationKeysInFields(): void {
  document.addEventListener('keydown', (event) => {
    const { altKey, ctrlKey, code } = event;
    const isNavigation = isMac ? ctrlKey && code === 'Minus' : altKey && (code === 'ArrowLeft' || code === 'ArrowRight');
    const [target] = event.composedPath();
    if (isNavigation && target instanceof Element && target.matches('input, textarea')) {
      event.stopPropagation();
    }
  });
}

/** Until its context menu closes, a row keeps the highlight that it has in VS Code's lists. */
function markRowWithOpenMenu(): void {
  const clear = (): void => document.querySelector('[data-menu]')?.removeAttribute('data-menu');
  document.addEventListener('contextmenu', ({ target }) => {
    clear();
    if (target instanceof Element) {
      target.closest(':is(.line, .record, .table-row)[data-vscode-context]')?.setAttribute('data-menu', '');
    }
  });
  window.addEventListener('focus', clear);
  window.addEventListener('pointerdown', clear, { capture: true });
  window.addEventListener('keydown', clear, { capture: true });
}
