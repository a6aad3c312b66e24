import * as z from 'zod/mini';
import { restoreFocusOnReturn } from './focus.ts';
import { ignoreHeldKeys } from './pressOnce.ts';
import './formatNumbersAndTimes.ts';

// The content security policy of webviews forbids `new Function`, which zod would try. Each bundle's main.ts imports this first.
z.config({ jitless: true });

restoreFocusOnReturn();
ignoreHeldKeys();
leaveChordsToVsCode();

/** VS Code waits this long for a chord's second key. */
const chordMs = 5_000;
const modifierKeys: readonly string[] = ['Control', 'Meta', 'Shift', 'Alt'];

/** Ignores the key after Ctrl+K: VS Code handles it, but the page would also type it or act on it. */
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
        event.stopPropagation(); // a button that it presses may cost money
      }
    }
  };
  window.addEventListener('keydown', handleKey, { capture: true });
  window.addEventListener('blur', () => {
    begunAt = -Infinity;
  });
}
