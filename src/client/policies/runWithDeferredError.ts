/**
 * Runs what a stranger handed in (a hook, a store) so that its failure is not the call's: an answer that was paid for is
 * given back whatever happens beside it. The failure is not lost either: it becomes an uncaught exception of its own.
 */
export function runWithDeferredError(action: () => void): void {
  try {
    action();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
