import * as z from 'zod/mini';
import { restoreFocusOnReturn } from './focus.ts';
import { ignoreHeldKeys } from './pressOnce.ts';
import './formatNumbersAndTimes.ts';

// The policy of a webview forbids code made from text, so zod must not try. Imported first by each bundle's main.ts.
z.config({ jitless: true });

restoreFocusOnReturn();
ignoreHeldKeys();
leaveChordsToVsCode();

/** How long VS Code waits for the second key of a chord, in milliseconds. */
const chordMs = 5_000;
const modifierKeys: readonly string[] = ['Control', 'Meta', 'Shift', 'Alt'];

/** Keeps the key after Ctrl+K from the page: VS Code handles it, and the page would also type it or act on it. */
function leaveChordsToVsCode(): void {
  const isMac = navigator.platform.startsWith('Mac');
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
        event.stopPropagation(); // what it presses here may cost money
      }
    }
  };
  window.addEventListener('keydown', handleKey, { capture: true });
  window.addEventListener('blur', () => {
    begunAt = -Infinity;
  });
}
