import * as vscode from 'vscode';
import { formatTypedValue, type FormField } from '../../app/requests/form.ts';

/** What a step of a form ended with: a value, a step back, or leaving the form. */
export type FormStepResult<T> =
  | { readonly kind: 'value'; readonly value: T }
  | { readonly kind: 'back' }
  | { readonly kind: 'cancelled' };

export interface FormStepOptions {
  readonly title: string;
  /** Left out where it is not known yet how many there are. */
  readonly step?: number;
  readonly totalSteps?: number;
  readonly canGoBack: boolean;
}

/**
 * Asks for one parameter in the way its kind wants.
 * @returns the value ready for a call; undefined as the value when an optional field was emptied
 */
export async function askField(field: FormField, current: unknown, frame: FormStepOptions): Promise<FormStepResult<unknown>> {
  if (field.suggestions !== undefined) {
    return await askFieldWithSuggestions(field, field.suggestions, current, frame);
  }
  switch (field.kind) {
    case 'choice':
      return await askChoice(field, field.choices ?? [], current, frame);
    case 'boolean':
      return await askChoice(field, [true, false], current, frame);
    case 'text':
    case 'integer':
    case 'number':
    case 'list':
    case 'json':
      return await askText(field, current, frame);
  }
}

/** Offers what is well known; anything else is typed. */
async function askFieldWithSuggestions(
  field: FormField,
  suggestions: readonly string[],
  current: unknown,
  frame: FormStepOptions,
): Promise<FormStepResult<unknown>> {
  const items: readonly (vscode.QuickPickItem & { readonly value?: unknown; readonly isOther?: true })[] = [
    ...suggestions.map((label) => {
      const value = field.toValue(label);
      return { label, description: String(value), value };
    }),
    { label: vscode.l10n.t('Other WOEID…'), alwaysShow: true, isOther: true },
    ...(field.required ? [] : [{ label: vscode.l10n.t('Not set'), alwaysShow: true }]),
  ];
  const active = current === undefined ? undefined : items.find(({ value }) => value === current);
  const picked = await pickWithBackButton({ ...frame, placeHolder: formatFieldPrompt(field), items, active });
  if (picked.kind !== 'value') {
    return picked;
  }
  return picked.value.isOther === true ? await askText(field, current, frame) : { kind: 'value', value: picked.value.value };
}

/** Asks for a text with a back button; refuses a wrong one where it is typed. */
async function askText(
  field: FormField,
  current: unknown,
  { canGoBack, ...shown }: FormStepOptions,
): Promise<FormStepResult<unknown>> {
  const input = vscode.window.createInputBox();
  const texts = {
    prompt: formatFieldPrompt(field),
    placeholder: formatFieldPlaceholder(field),
    value: formatTypedValue(current),
  };
  Object.assign(input, { ...shown, ...texts, ignoreFocusOut: true });
  return await waitForFormStepResult<unknown>(input, canGoBack, (resolve) => {
    input.onDidChangeValue((text) => {
      // an empty box is not scolded before Enter is pressed
      input.validationMessage = text === '' ? undefined : field.check(text);
    });
    input.onDidAccept(() => {
      input.validationMessage = field.check(input.value);
      if (input.validationMessage === undefined) {
        resolve({ kind: 'value', value: field.toValue(input.value) });
      }
    });
  });
}

async function askChoice(
  field: FormField,
  choices: readonly unknown[],
  current: unknown,
  frame: FormStepOptions,
): Promise<FormStepResult<unknown>> {
  const items: readonly (vscode.QuickPickItem & { readonly value: unknown })[] = [
    ...choices.map((value) => ({
      value,
      label: String(value),
      ...(value === field.serviceDefault ? { description: vscode.l10n.t('default of the service') } : {}),
    })),
    ...(field.required ? [] : [{ value: undefined, label: vscode.l10n.t('Not set') }]),
  ];
  const picked = await pickWithBackButton({
    ...frame,
    placeHolder: formatFieldPrompt(field),
    items,
    active: items.find((item) => item.value === current),
  });
  return picked.kind === 'value' ? { kind: 'value', value: picked.value.value } : picked;
}

function formatFieldPrompt({ title, help }: FormField): string {
  return help === undefined ? title : `${title}: ${help}`;
}

function formatFieldPlaceholder(field: FormField): string {
  const [example] = field.examples ?? [];
  return example === undefined ? '' : vscode.l10n.t('for example {0}', formatTypedValue(example));
}

interface PickStep<I extends vscode.QuickPickItem> extends FormStepOptions {
  readonly placeHolder: string;
  readonly items: readonly I[];
  readonly active?: I | undefined;
}

/** Asks for one of several with a back button. */
export async function pickWithBackButton<I extends vscode.QuickPickItem>(step: PickStep<I>): Promise<FormStepResult<I>> {
  const { placeHolder, active, canGoBack, ...shown } = step;
  const pick = vscode.window.createQuickPick<I>();
  const matching = { matchOnDescription: true, matchOnDetail: true };
  Object.assign(pick, { ...shown, ...matching, placeholder: placeHolder, ignoreFocusOut: true });
  if (active !== undefined) {
    pick.activeItems = [active]; // setting none would leave Enter without a row
  }
  return await waitForFormStepResult<I>(pick, canGoBack, (resolve) => {
    pick.onDidAccept(() => {
      const [selected] = pick.selectedItems;
      if (selected !== undefined) {
        resolve({ kind: 'value', value: selected });
      }
    });
  });
}

async function waitForFormStepResult<T>(
  input: vscode.InputBox | vscode.QuickPick<vscode.QuickPickItem>,
  canGoBack: boolean,
  listen: (resolve: (result: FormStepResult<T>) => void) => void,
): Promise<FormStepResult<T>> {
  try {
    return await new Promise<FormStepResult<T>>((resolve) => {
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
