import * as vscode from 'vscode';

/** Work that takes longer is shown, with what is done of it; in milliseconds. */
const progressDelayMs = 1_000;

/** What work hears and says while it goes on. */
export interface ProgressContext {
  /** Aborted by *Cancel*. */
  readonly signal: AbortSignal;
  /** Says how much of it is done, from 0 to 1. May be called often. */
  readonly reportProgress: (share: number) => void;
}

/** Shows a bar and *Cancel* where the work takes longer than a moment; what comes of *Cancel* is the work's own. */
export async function runWithDelayedProgress<T>(
  title: string,
  work: (working: ProgressContext) => Promise<T>,
  patience: number = progressDelayMs,
): Promise<T> {
  const abort = new AbortController();
  let percent = 0;
  let shown = 0;
  let bar: vscode.Progress<{ readonly increment: number; readonly message: string }> | undefined;
  /** Moves the bar by whole steps of a hundredth, once there is one. */
  const draw = () => {
    if (bar !== undefined && percent > shown) {
      bar.report({ increment: percent - shown, message: vscode.l10n.t('{0} %', percent) });
      shown = percent;
    }
  };
  const reportProgress = (share: number) => {
    percent = Math.floor(share * 100);
    draw();
  };
  const working = work({ signal: abort.signal, reportProgress });
  const timer = setTimeout(() => {
    void vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title, cancellable: true },
      async (progress, token) => {
        token.onCancellationRequested(() => abort.abort());
        bar = progress;
        draw();
        await working.catch(() => undefined); // whoever asked for it hears of it
      },
    );
  }, patience);
  return await working.finally(() => clearTimeout(timer));
}
