import * as vscode from 'vscode';
import { registerTypedCommand } from './commands.ts';
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
 * Marks the completed steps again, and opens the walkthrough on command. VS Code checks a step when its context key becomes true, but only after the walkthrough was
 * first opened. So each key is set only briefly, and again whenever the walkthrough opens.
 */
export function registerWalkthrough({ context: { extension, globalState } }: Pick<Services, 'context'>): vscode.Disposable {
  globalState.get<readonly WalkthroughStep[]>(stateKey, []).forEach((step) => doneSteps.add(step));
  saveDoneSteps = (steps) => void globalState.update(stateKey, steps);
  const signalAll = (tabs: readonly vscode.Tab[]) => {
    // a walkthrough's tab doesn't have an input
    if (tabs.some(({ isActive, input }) => isActive && input === undefined)) {
      doneSteps.forEach(signalStepToVsCode);
    }
  };
  signalAll(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs));
  return vscode.Disposable.from(
    vscode.window.tabGroups.onDidChangeTabs(({ opened, changed }) => signalAll([...opened, ...changed])),
    registerTypedCommand('socialData.walkthrough.open', async () => {
      await vscode.commands.executeCommand('workbench.action.openWalkthrough', `${extension.id}#firstSteps`, false);
    }),
  );
}

function signalStepToVsCode(step: WalkthroughStep): void {
  for (const value of [true, false]) {
    void vscode.commands.executeCommand('setContext', `socialData.firstSteps.${step}`, value);
  }
}
