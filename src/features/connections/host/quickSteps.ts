import * as vscode from 'vscode';

/** The user pressed the Back button. */
export const back = Symbol('back');

export type Back = typeof back;

/** A step's title and place in its flow. */
export interface StepFrame {
  readonly title: string;
  readonly step?: number | undefined;
  readonly totalSteps?: number | undefined;
  readonly canGoBack?: boolean | undefined;
}

interface PickOptions<T> extends StepFrame {
  readonly placeholder: string;
  readonly active?: T | undefined;
}

interface TextOptions extends StepFrame {
  readonly prompt: string;
  readonly placeholder?: string;
  readonly value?: string;
  readonly password?: boolean;
  /** Gets the text without surrounding spaces. @returns what is wrong with it */
  readonly validate: (text: string) => string | undefined;
}

/** @returns undefined on cancel */
export async function pickRow<T extends vscode.QuickPickItem>(
  items: readonly T[],
  { canGoBack = false, active, ...texts }: PickOptions<T>,
): Promise<T | Back | undefined> {
  const pick = vscode.window.createQuickPick<T>();
  Object.assign(pick, texts, { items, matchOnDescription: true, matchOnDetail: true });
  if (active !== undefined) {
    pick.activeItems = [active];
  }
  return await showStep(pick, canGoBack, () => pick.selectedItems[0]);
}

/** @returns the text without surrounding spaces; undefined on cancel */
export async function askForText({ canGoBack = false, validate, ...texts }: TextOptions): Promise<string | Back | undefined> {
  const box = vscode.window.createInputBox();
  Object.assign(box, texts, { ignoreFocusOut: true });
  const check = () => {
    box.validationMessage = validate(box.value.trim());
    return box.validationMessage === undefined ? box.value.trim() : undefined;
  };
  box.onDidChangeValue(check);
  return await showStep(box, canGoBack, check);
}

/** @param read undefined if the input can't be accepted */
async function showStep<T>(
  input: vscode.InputBox | vscode.QuickPick<vscode.QuickPickItem>,
  canGoBack: boolean,
  read: () => T | undefined,
): Promise<T | Back | undefined> {
  input.buttons = canGoBack ? [vscode.QuickInputButtons.Back] : [];
  try {
    return await new Promise((resolve) => {
      input.onDidAccept(() => {
        const accepted = read();
        if (accepted !== undefined) {
          resolve(accepted);
        }
      });
      input.onDidTriggerButton(() => resolve(back));
      input.onDidHide(() => resolve(undefined));
      input.show();
    });
  } finally {
    input.dispose();
  }
}
