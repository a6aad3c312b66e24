import * as vscode from 'vscode';

/** What a step of a form ended with: a value, a step back, or leaving the form. */
export type StepResult<T> =
  | { readonly kind: 'value'; readonly value: T }
  | { readonly kind: 'back' }
  | { readonly kind: 'cancelled' };

export interface StepFrame {
  readonly title: string;
  /** Left out where it is not known yet how many there are. */
  readonly step?: number;
  readonly totalSteps?: number;
  readonly canGoBack: boolean;
}

export interface TextStep extends StepFrame {
  readonly prompt: string;
  readonly placeHolder: string;
  readonly value: string;
  /** Why a text is refused, as one types; undefined when it is fine. */
  readonly check: (text: string) => string | undefined;
}

/** Asks for a text with a back button; refuses a wrong one where it is typed. */
export async function askText({
  title,
  step,
  totalSteps,
  canGoBack,
  prompt,
  placeHolder,
  value,
  check,
}: TextStep): Promise<StepResult<string>> {
  const input = vscode.window.createInputBox();
  Object.assign(input, { title, step, totalSteps, prompt, placeholder: placeHolder, value, ignoreFocusOut: true });
  const refuse = (text: string) => {
    input.validationMessage = check(text);
    return input.validationMessage !== undefined && input.validationMessage !== '';
  };
  return await asked<string>(input, canGoBack, (resolve) => [
    input.onDidChangeValue((text) => {
      // an empty box is not scolded before Enter is pressed
      input.validationMessage = text === '' ? undefined : check(text);
    }),
    input.onDidAccept(() => {
      if (!refuse(input.value)) {
        resolve({ kind: 'value', value: input.value });
      }
    }),
  ]);
}

export interface PickStep<I extends vscode.QuickPickItem> extends StepFrame {
  readonly placeHolder: string;
  readonly items: readonly I[];
  readonly active?: I | undefined;
}

/** Asks for one of several with a back button. */
export async function askPick<I extends vscode.QuickPickItem>(step: PickStep<I>): Promise<StepResult<I>> {
  const pick = vscode.window.createQuickPick<I>();
  const { title, totalSteps, placeHolder, items, active } = step;
  Object.assign(pick, {
    title,
    step: step.step,
    totalSteps,
    placeholder: placeHolder,
    ignoreFocusOut: true,
    matchOnDescription: true,
    matchOnDetail: true,
  });
  pick.items = items;
  if (active !== undefined) {
    pick.activeItems = [active]; // setting none would leave Enter without a row
  }
  return await asked<I>(pick, step.canGoBack, (resolve) => [
    pick.onDidAccept(() => {
      const [selected] = pick.selectedItems;
      if (selected !== undefined) {
        resolve({ kind: 'value', value: selected });
      }
    }),
  ]);
}

async function asked<T>(
  input: vscode.InputBox | vscode.QuickPick<vscode.QuickPickItem>,
  canGoBack: boolean,
  listen: (resolve: (result: StepResult<T>) => void) => readonly vscode.Disposable[],
): Promise<StepResult<T>> {
  const disposables: vscode.Disposable[] = [input];
  try {
    return await new Promise<StepResult<T>>((resolve) => {
      input.buttons = canGoBack ? [vscode.QuickInputButtons.Back] : [];
      disposables.push(
        ...listen(resolve),
        input.onDidTriggerButton(() => {
          resolve({ kind: 'back' });
        }),
        input.onDidHide(() => {
          resolve({ kind: 'cancelled' });
        }),
      );
      input.show();
    });
  } finally {
    vscode.Disposable.from(...disposables).dispose();
  }
}
