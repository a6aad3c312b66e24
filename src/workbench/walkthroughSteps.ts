import * as vscode from 'vscode';
import type { Services } from './services.ts';

export type WalkthroughStep = 'lookUp' | 'thread' | 'search' | 'fixture' | 'key';

const stateKey = 'socialData.firstSteps';

const doneSteps = new Set<WalkthroughStep>();
let saveDoneSteps: (steps: readonly WalkthroughStep[]) => void = () => undefined;

export function completeWalkthroughStep(step: WalkthroughStep): void {
  if (!doneSteps.has(step)) {
    doneSteps.add(step);
    saveDoneSteps([...doneSteps]);
    signalStepToVsCode(step);
  }
}

/**
 * Checks the steps that were done before VS Code knew the walkthrough. It learns of it when the page is opened for the first time, and
 * never again looks at a key that was true by then. So a key is true for a moment only, and that moment comes again with the page.
 */
export function restoreWalkthroughSteps({ context: { globalState } }: Pick<Services, 'context'>): vscode.Disposable {
  globalState.get<readonly WalkthroughStep[]>(stateKey, []).forEach((step) => doneSteps.add(step));
  saveDoneSteps = (steps) => void globalState.update(stateKey, steps);
  const signalAll = (tabs: readonly vscode.Tab[]) => {
    // VS Code names no kind for the tab of a walkthrough: whatever has none may be it
    if (tabs.some(({ isActive, input }) => isActive && input === undefined)) {
      doneSteps.forEach(signalStepToVsCode);
    }
  };
  signalAll(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs));
  return vscode.window.tabGroups.onDidChangeTabs(({ opened, changed }) => signalAll([...opened, ...changed]));
}

function signalStepToVsCode(step: WalkthroughStep): void {
  for (const value of [true, false]) {
    void vscode.commands.executeCommand('setContext', `socialData.firstSteps.${step}`, value);
  }
}
