import * as vscode from 'vscode';

/** What the walkthrough's steps lead to; View a Thread waits for the thread in the side bar. */
export type FirstStep = 'lookUp' | 'search' | 'fixture' | 'key';

const done = new Set<FirstStep>();

/** Has VS Code check a step of the walkthrough: what it leads to is there. VS Code remembers it. */
export function completeFirstStep(step: FirstStep): void {
  if (!done.has(step)) {
    done.add(step);
    void vscode.commands.executeCommand('setContext', `socialData.firstSteps.${step}`, true);
  }
}
