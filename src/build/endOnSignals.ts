import { constants } from 'node:os';

/** The signals by which people and systems end a program. */
export const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Makes this process end by itself on Ctrl+C and the like, so that what it started and made is cleared away by the
 * `exit` handlers; by default it would be gone without them.
 *
 * @param clear what to wait for before it ends
 */
export function endOnSignals(clear: () => Promise<void> = () => Promise.resolve()): void {
  let ending = false;
  for (const signal of endSignals) {
    process.on(signal, () => {
      // One Ctrl+C can come twice: from the terminal, and passed on by the process that started this one.
      if (ending) return;
      ending = true;
      void clear().finally(() => process.exit(128 + constants.signals[signal]));
    });
  }
}
