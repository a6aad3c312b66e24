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
export async function askText({ placeHolder, check, canGoBack, ...shown }: TextStep): Promise<StepResult<string>> {
  const input = vscode.window.createInputBox();
  Object.assign(input, { ...shown, placeholder: placeHolder, ignoreFocusOut: true });
  return await asked<string>(input, canGoBack, (resolve) => {
    input.onDidChangeValue((text) => {
      // an empty box is not scolded before Enter is pressed
      input.validationMessage = text === '' ? undefined : check(text);
    });
    input.onDidAccept(() => {
      const refusal = check(input.value);
      input.validationMessage = refusal;
      if (refusal === undefined || refusal === '') {
        resolve({ kind: 'value', value: input.value });
      }
    });
  });
}

export interface PickStep<I extends vscode.QuickPickItem> extends StepFrame {
  readonly placeHolder: string;
  readonly items: readonly I[];
  readonly active?: I | undefined;
}

/** Asks for one of several with a back button. */
export async function askPick<I extends vscode.QuickPickItem>(step: PickStep<I>): Promise<StepResult<I>> {
  const { placeHolder, active, canGoBack, ...shown } = step;
  const pick = vscode.window.createQuickPick<I>();
  const matching = { matchOnDescription: true, matchOnDetail: true };
  Object.assign(pick, { ...shown, ...matching, placeholder: placeHolder, ignoreFocusOut: true });
  if (active !== undefined) {
    pick.activeItems = [active]; // setting none would leave Enter without a row
  }
  return await asked<I>(pick, canGoBack, (resolve) => {
    pick.onDidAccept(() => {
      const [selected] = pick.selectedItems;
      if (selected !== undefined) {
        resolve({ kind: 'value', value: selected });
      }
    });
  });
}

async function asked<T>(
  input: vscode.InputBox | vscode.QuickPick<vscode.QuickPickItem>,
  canGoBack: boolean,
  listen: (resolve: (result: StepResult<T>) => void) => void,
): Promise<StepResult<T>> {
  try {
    return await new Promise<StepResult<T>>((resolve) => {
      input.buttons = canGoBack ? [vscode.QuickInputButtons.Back] : [];
      listen(resolve);
      input.onDidTriggerButton(() => resolve({ kind: 'back' }));
      input.onDidHide(() => resolve({ kind: 'cancelled' }));
      input.show();
    });
  } finally {
    input.dispose(); // its listeners with it
  }
}
