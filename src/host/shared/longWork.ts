import * as vscode from 'vscode';

/** Work that takes longer is shown, with what is done of it; in milliseconds. */
const patienceMs = 1_000;

/** What work hears and says while it goes on. */
export interface Working {
  /** Aborted by *Cancel*. */
  readonly signal: AbortSignal;
  /** Says how much of it is done, from 0 to 1. May be called often. */
  readonly told: (share: number) => void;
}

/** Shows a bar and *Cancel* where the work takes longer than a moment; what comes of *Cancel* is the work's own. */
export async function longWork<T>(
  title: string,
  work: (working: Working) => Promise<T>,
  patience: number = patienceMs,
): Promise<T> {
  const abort = new AbortController();
  const bar = createBar();
  const working = work({ signal: abort.signal, told: bar.tell });
  const timer = setTimeout(() => {
    void vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title, cancellable: true },
      async (progress, token) => {
        token.onCancellationRequested(() => {
          abort.abort();
        });
        bar.show((increment, percent) => {
          progress.report({ increment, message: vscode.l10n.t('{0} %', percent) });
        });
        await working.catch(() => undefined); // whoever asked for it hears of it
      },
    );
  }, patience);
  return await working.finally(() => {
    clearTimeout(timer);
  });
}

/** Holds what is told until there is a bar, and tells the bar of whole steps of a hundredth. */
function createBar(): {
  readonly tell: (share: number) => void;
  readonly show: (report: (increment: number, percent: number) => void) => void;
} {
  let percent = 0;
  let shown = 0;
  let report: ((increment: number, percent: number) => void) | undefined;
  const draw = () => {
    if (report !== undefined && percent > shown) {
      report(percent - shown, percent);
      shown = percent;
    }
  };
  return {
    tell: (share) => {
      percent = Math.floor(share * 100);
      draw();
    },
    show: (to) => {
      report = to;
      draw();
    },
  };
}
