import * as vscode from 'vscode';
import { type FormField, formOf } from '../../catalog/form.ts';
import { checkParams, type ParamFault } from '../../client/checkParams.ts';
import type { Endpoint, Format } from '../../client/endpoint.ts';
import { endpointById, endpoints } from '../../client/endpoints/table.ts';
import { type EndpointItem, endpointItems } from '../shared/endpointItems.ts';
import { formatPrice } from '../../app/cost/formatPrice.ts';
import { presentRefusal } from '../shared/words/presentRefusal.ts';
import type { Services } from '../shared/services.ts';
import { askPick } from '../shared/steps.ts';
import { callAndShow } from '../shared/callAndShow.ts';
import { askField } from './askField.ts';

type Values = Readonly<Record<string, unknown>>;

interface ReviewItem extends vscode.QuickPickItem {
  readonly action?: { readonly kind: 'call'; readonly format: Format } | { readonly kind: 'edit'; readonly field: FormField };
}

/**
 * Calls any endpoint of the catalogue: picks it, asks for what it requires, offers what is optional, then calls.
 * With an id and parameters it calls at once (that is how other parts run it).
 */
export async function callEndpoint(services: Services, endpointId?: string, params?: Values, format?: Format): Promise<void> {
  if (endpointId === undefined) {
    await callPickedEndpoint(services);
    return;
  }
  const endpoint = endpointById(endpointId);
  if (endpoint === undefined) {
    presentRefusal(vscode.l10n.t('There is no endpoint {0}.', endpointId));
    return;
  }
  if (params === undefined) {
    await fillAndCall(services, endpoint, false);
    return;
  }
  await callAndShow(services, endpoint, params, format === undefined ? {} : { format });
}

async function callPickedEndpoint(services: Services): Promise<void> {
  const client = await services.client();
  const items = endpointItems(client);
  let active: EndpointItem | undefined;
  for (;;) {
    const picked = await askPick<EndpointItem>({
      title: vscode.l10n.t('Call Endpoint'),
      canGoBack: false,
      placeHolder: vscode.l10n.t('Which of the {0} endpoints?', endpoints.length),
      items,
      active,
    });
    if (picked.kind !== 'value' || picked.value.endpoint === undefined) {
      return;
    }
    active = picked.value;
    if ((await fillAndCall(services, picked.value.endpoint, true)) !== 'back') {
      return;
    }
  }
}

/** Asks for the required fields one by one, then shows all of them for review. */
async function fillAndCall(services: Services, endpoint: Endpoint, canGoBack: boolean): Promise<'back' | 'done'> {
  const fields = formOf(endpoint);
  const required = fields.filter((field) => field.required);
  const totalSteps = required.length + 2;
  const title = endpoint.confirmed ? endpoint.title : vscode.l10n.t('{0} (not confirmed by the reference)', endpoint.title);
  let values: Values = {};
  let at = 0;
  for (;;) {
    const field = required[at];
    if (field === undefined) {
      const reviewed = await review(services, endpoint, fields, values, {
        title,
        step: totalSteps,
        totalSteps,
        canGoBack: canGoBack || at > 0,
      });
      if (reviewed === 'back' && at > 0) {
        at -= 1;
        continue;
      }
      return reviewed;
    }
    const answer = await askField(field, values[field.name], { title, step: at + 2, totalSteps, canGoBack: canGoBack || at > 0 });
    if (answer.kind === 'cancelled') {
      return 'done';
    }
    if (answer.kind === 'back') {
      if (at === 0) {
        return 'back';
      }
      at -= 1;
      continue;
    }
    values = withValue(values, field.name, answer.value);
    at += 1;
  }
}

interface Frame {
  readonly title: string;
  readonly step: number;
  readonly totalSteps: number;
  readonly canGoBack: boolean;
}

/** Shows what will be called with its price; optional fields are edited from here. */
async function review(
  services: Services,
  endpoint: Endpoint,
  fields: readonly FormField[],
  filled: Values,
  frame: Frame,
): Promise<'back' | 'done'> {
  const client = await services.client();
  let values = filled;
  for (;;) {
    const faults = checkParams(endpoint, values);
    const callItems: readonly ReviewItem[] =
      faults.length > 0
        ? faults.map((fault) => toFaultItem(fault, fields))
        : endpoint.formats.map((format) => ({
            label: format === 'simple' ? `$(play) ${vscode.l10n.t('Call')}` : `$(play) ${vscode.l10n.t('Call, Raw Format')}`,
            description: formatPrice(client.quote(endpoint, values, { format })),
            detail: endpoint.summary,
            action: { kind: 'call', format },
          }));
    const items: readonly ReviewItem[] = [
      ...callItems,
      ...(endpoint.guesses.length === 0 ? [] : [separator(vscode.l10n.t('Not Confirmed by the Reference'))]),
      ...endpoint.guesses.map((guess) => ({ label: `$(info) ${guess}` })),
      ...(fields.length === 0 ? [] : [separator(vscode.l10n.t('Parameters'))]),
      ...fields.map((field) => toFieldItem(field, values[field.name])),
    ];
    const picked = await askPick<ReviewItem>({ ...frame, placeHolder: vscode.l10n.t('Call, or change a parameter'), items });
    if (picked.kind === 'back') {
      return 'back';
    }
    if (picked.kind === 'cancelled') {
      return 'done';
    }
    const { action } = picked.value;
    if (action?.kind === 'call') {
      await callAndShow(services, endpoint, values, { format: action.format });
      return 'done';
    }
    if (action?.kind === 'edit') {
      const answer = await askField(action.field, values[action.field.name], { ...frame, canGoBack: true });
      if (answer.kind === 'cancelled') {
        return 'done';
      }
      values = answer.kind === 'value' ? withValue(values, action.field.name, answer.value) : values;
    }
  }
}

/** What is wrong with the values; picking it opens the field that it names. */
function toFaultItem({ param, message }: ParamFault, fields: readonly FormField[]): ReviewItem {
  const field = fields.find(({ name }) => name === param) ?? fields[0];
  return {
    label: `$(error) ${message}`,
    alwaysShow: true,
    ...(field === undefined ? {} : { detail: vscode.l10n.t('Set {0}…', field.title), action: { kind: 'edit', field } as const }),
  };
}

function toFieldItem(field: FormField, value: unknown): ReviewItem {
  const description =
    value !== undefined
      ? typeof value === 'string'
        ? value
        : JSON.stringify(value)
      : field.serviceDefault === undefined
        ? vscode.l10n.t('not set')
        : vscode.l10n.t('not set (the service takes {0})', String(field.serviceDefault));
  return {
    label: `$(edit) ${field.title}`,
    description,
    ...(field.help === undefined ? {} : { detail: field.help }),
    action: { kind: 'edit', field },
  };
}

/** Values with one set, or taken out when it is undefined. */
function withValue(values: Values, name: string, value: unknown): Values {
  const { [name]: _old, ...others } = values;
  return value === undefined ? others : { ...others, [name]: value };
}

function separator(label: string): { readonly label: string; readonly kind: vscode.QuickPickItemKind } {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}
