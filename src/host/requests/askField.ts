import * as vscode from 'vscode';
import type { FormField } from '../../catalog/form.ts';
import { type StepFrame, type StepResult, askPick, askText } from '../shared/steps.ts';

/**
 * Asks for one parameter in the way its kind wants.
 * @returns the value ready for a call; undefined as the value when an optional field was emptied
 */
export async function askField(field: FormField, current: unknown, frame: StepFrame): Promise<StepResult<unknown>> {
  switch (field.kind) {
    case 'choice':
      return await askChoice(field, field.choices ?? [], current, frame);
    case 'boolean':
      return await askChoice(field, [true, false], current, frame);
    case 'text':
    case 'integer':
    case 'number':
    case 'list':
    case 'json': {
      const isEmptied = (text: string) => text.trim() === '' && !field.required;
      const answer = await askText({
        ...frame,
        prompt: promptOf(field),
        placeHolder: placeHolderOf(field),
        value: toText(current),
        check: (text) => (isEmptied(text) ? undefined : field.check(text)),
      });
      return answer.kind === 'value'
        ? { kind: 'value', value: isEmptied(answer.value) ? undefined : field.toValue(answer.value) }
        : answer;
    }
  }
}

async function askChoice(
  field: FormField,
  choices: readonly unknown[],
  current: unknown,
  frame: StepFrame,
): Promise<StepResult<unknown>> {
  const items: readonly (vscode.QuickPickItem & { readonly value: unknown })[] = [
    ...choices.map((value) => ({
      value,
      label: String(value),
      ...(value === field.serviceDefault ? { description: vscode.l10n.t('what the service takes by itself') } : {}),
    })),
    ...(field.required ? [] : [{ value: undefined, label: vscode.l10n.t('Not set') }]),
  ];
  const picked = await askPick({
    ...frame,
    placeHolder: promptOf(field),
    items,
    active: items.find((item) => item.value === current),
  });
  return picked.kind === 'value' ? { kind: 'value', value: picked.value.value } : picked;
}

function promptOf({ title, help }: FormField): string {
  return help === undefined ? title : `${title}: ${help}`;
}

function placeHolderOf(field: FormField): string {
  const [example] = field.examples ?? [];
  return example === undefined ? '' : vscode.l10n.t('for example {0}', toText(example));
}

function toText(value: unknown): string {
  if (value === undefined) {
    return '';
  }
  if (typeof value === 'string') {
    return value;
  }
  return Array.isArray(value) ? value.join(', ') : JSON.stringify(value);
}
