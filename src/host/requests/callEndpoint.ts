import * as vscode from 'vscode';
import { type FormField, formatTypedValue } from '../../app/requests/form.ts';
import { listInputFields, findUserHandle, findUserIdParam, withUserId } from '../../app/requests/userField.ts';
import type { Client, Quote } from '../../client/client.ts';
import { reuseAnyAge } from '../../client/policies/history.ts';
import type { AnswerReuse } from '../../client/policies/send.ts';
import { checkParams, type ParamFault } from '../../client/checkParams.ts';
import { type AnswerFormat, type Endpoint, type EndpointGroup, endpointGroupsByService } from '../../client/endpoint.ts';
import { findEndpointById, endpoints } from '../../client/endpoints/table.ts';
import { getReuseForOffer } from '../../app/cost/offeredQuotes.ts';
import { formatExpectedPrice, formatPriceWithAge } from '../../app/cost/formatPrice.ts';
import { answersWithRecords } from '../../app/lookUp/answerView.ts';
import { runCommand } from '../shared/commands.ts';
import { showRefusal } from '../shared/dialogs.ts';
import { pinConnections, type Services } from '../shared/services.ts';
import { callAndShow } from '../shared/callAndShow.ts';
import { createKnownUserIdFinder, describeUserIdLookUpRefusal, lookUpUserId, quoteWithUserLookUp } from '../shared/userIds.ts';
import { sanitizeForVsCode } from '../../text/sanitizeForVsCode.ts';

type FormValues = Readonly<Record<string, unknown>>;

interface ReviewItem extends vscode.QuickPickItem {
  readonly action?:
    | { readonly kind: 'call'; readonly format: AnswerFormat; readonly reuse: AnswerReuse }
    | { readonly kind: 'edit'; readonly field: FormField };
}

/**
 * Calls any endpoint of the catalogue: asks for its required parameters, offers the optional ones, then calls it. An endpoint
 * that returns a list of records has its form in *Results*. With an id and parameters it calls at once, for other parts of the
 * extension.
 */
export async function callEndpoint(
  services: Services,
  endpointId?: string,
  params?: FormValues,
  format?: AnswerFormat,
): Promise<void> {
  if (endpointId === undefined) {
    await pickAndCallEndpoint(services);
    return;
  }
  const endpoint = findEndpointById(endpointId);
  if (endpoint === undefined) {
    showRefusal(vscode.l10n.t('Unknown endpoint: {0}.', endpointId));
    return;
  }
  if (params === undefined) {
    await fillAndCall(services, endpoint, false);
    return;
  }
  await callAndShow(pinConnections(services), endpoint, params, format === undefined ? {} : { format });
}

async function pickAndCallEndpoint(services: Services): Promise<void> {
  const client = await services.client();
  const items = createEndpointItems(client);
  let active: EndpointItem | undefined;
  for (;;) {
    const picked = await pickWithBackButton<EndpointItem>({
      title: vscode.l10n.t('Call Endpoint'),
      canGoBack: false,
      placeHolder: '',
      items,
      active,
    });
    const endpoint = picked.kind === 'value' ? picked.value.endpoint : undefined;
    if (picked.kind !== 'value' || endpoint === undefined) {
      return;
    }
    if (answersWithRecords(endpoint)) {
      await runCommand('socialData.results.ask', endpoint.id);
      return;
    }
    active = picked.value;
    if ((await fillAndCall(services, endpoint, true)) !== 'back') {
      return;
    }
  }
}

/** A heading has no endpoint. */
interface EndpointItem extends vscode.QuickPickItem {
  readonly endpoint?: Endpoint;
}

/** Headings without any are left out. */
function createEndpointItems(client: Pick<Client, 'priceOf'>): readonly EndpointItem[] {
  return (['primary', 'gateway'] as const).flatMap((service) =>
    endpointGroupsByService[service].flatMap((group) => {
      const offered = endpoints.filter((one) => one.service === service && one.group === group);
      const name = service === 'primary' ? vscode.l10n.t('Primary') : vscode.l10n.t('Gateway');
      const heading = { label: `${name} · ${formatGroup(group)}`, kind: vscode.QuickPickItemKind.Separator };
      return offered.length === 0 ? [] : [heading, ...offered.map((endpoint) => toItem(endpoint, client.priceOf(endpoint)))];
    }),
  );
}

function formatGroup(group: EndpointGroup): string {
  return {
    users: vscode.l10n.t('Users'),
    tweets: vscode.l10n.t('Posts'),
    search: vscode.l10n.t('Search'),
    lists: vscode.l10n.t('Lists'),
    communities: vscode.l10n.t('Communities'),
    jobs: vscode.l10n.t('Jobs'),
    trends: vscode.l10n.t('Trends'),
    spaces: vscode.l10n.t('Spaces'),
  }[group];
}

function toItem(endpoint: Endpoint, price: bigint | undefined): EndpointItem {
  const { title, path } = endpoint;
  return {
    endpoint,
    label: title,
    description: `${path} · ${formatExpectedPrice(price)}`,
    detail: formatSummary(endpoint),
  };
}

function formatSummary({ summary, confirmed }: Endpoint): string {
  return confirmed ? summary : `${summary} · ${vscode.l10n.t('Partly documented')}`;
}

async function fillAndCall(services: Services, endpoint: Endpoint, canGoBack: boolean): Promise<'back' | 'done'> {
  const fields = listInputFields(endpoint);
  const required = fields.filter((field) => field.required);
  const totalSteps = required.length + 2;
  const { title } = endpoint;
  let values: FormValues = {};
  for (let at = 0; at >= 0;) {
    const frame: FormStepOptions = { title, step: at + 2, totalSteps, canGoBack: canGoBack || at > 0 };
    const field = required[at];
    const answer =
      field === undefined
        ? await reviewFormAndCall(services, endpoint, values, frame)
        : await askField(field, values[field.name], frame);
    if (answer.kind === 'cancelled' || (answer.kind === 'value' && field === undefined)) {
      return 'done';
    }
    if (answer.kind === 'value' && field !== undefined) {
      values = withValue(values, field.name, answer.value);
    }
    at += answer.kind === 'back' ? -1 : 1;
  }
  return 'back';
}

async function reviewFormAndCall(
  given: Services,
  endpoint: Endpoint,
  filled: FormValues,
  frame: FormStepOptions,
): Promise<FormStepResult<undefined>> {
  const fields = listInputFields(endpoint);
  const services = pinConnections(given);
  const client = await services.client();
  let values = filled;
  for (;;) {
    const { params, handle, faults } = await replaceHandleByKnownUserId(services, endpoint, values);
    const items: readonly ReviewItem[] = [
      ...(faults.length > 0
        ? faults.map((fault) => toFaultItem(fault, fields))
        : endpoint.formats.flatMap((format) =>
            handle === undefined
              ? toCallItems(client, endpoint, params, format)
              : [toCallItem(endpoint, quoteWithUserLookUp(client, endpoint, handle), format, reuseAnyAge)],
          )),
      { label: vscode.l10n.t('Parameters'), kind: vscode.QuickPickItemKind.Separator },
      ...fields.map((field) => toFieldItem(field, values[field.name])),
    ];
    const picked = await pickWithBackButton<ReviewItem>({
      ...frame,
      placeHolder: '',
      items,
    });
    if (picked.kind !== 'value') {
      return picked;
    }
    const { action } = picked.value;
    if (action?.kind === 'call') {
      const id = handle === undefined ? undefined : await lookUpUserId(services, handle, {});
      if (handle === undefined || id !== undefined) {
        const asked = withUserId(endpoint, params, () => id) ?? params;
        await callAndShow(services, endpoint, asked, { format: action.format, reuse: action.reuse });
      }
      return { kind: 'value', value: undefined };
    }
    if (action?.kind === 'edit') {
      const answer = await askField(action.field, values[action.field.name], { ...frame, canGoBack: true });
      if (answer.kind === 'cancelled') {
        return answer;
      }
      values = answer.kind === 'value' ? withValue(values, action.field.name, answer.value) : values;
    }
  }
}

/** The values as the service takes them; where the id of the user is not known, the handle that must be looked up first. */
async function replaceHandleByKnownUserId(services: Services, endpoint: Endpoint, values: FormValues) {
  const handle = findUserHandle(endpoint, values);
  const idOf = handle === undefined ? () => undefined : await createKnownUserIdFinder(services, endpoint);
  const params = withUserId(endpoint, values, idOf);
  if (params !== undefined) {
    return { params, handle: undefined, faults: checkParams(endpoint, params) };
  }
  const param = findUserIdParam(endpoint) ?? '';
  const refusal = describeUserIdLookUpRefusal(services, endpoint);
  const others = checkParams(endpoint, values).filter((fault) => fault.param !== param);
  return { params: values, handle, faults: refusal === undefined ? others : [{ param, message: refusal }, ...others] };
}

function toCallItem(endpoint: Endpoint, quote: Quote | undefined, format: AnswerFormat, reuse: AnswerReuse): ReviewItem {
  const label = formatActionTitle(vscode.l10n.t('Call'), format);
  return {
    label: `$(play) ${label}`,
    description: formatPriceWithAge(quote, Date.now()),
    detail: formatSummary(endpoint),
    action: { kind: 'call', format, reuse },
  };
}

/** "Call", "Call (raw)" */
function formatActionTitle(title: string, format: AnswerFormat): string {
  return format === 'raw' ? `${title} (raw)` : title;
}

function toCallItems(client: Client, endpoint: Endpoint, values: FormValues, format: AnswerFormat): readonly ReviewItem[] {
  const quote = client.quote(endpoint, values, { format, reuse: reuseAnyAge });
  const again = formatActionTitle(vscode.l10n.t('Refresh'), format);
  return [
    toCallItem(endpoint, quote, format, getReuseForOffer(quote)),
    ...(quote?.kind === 'kept'
      ? [
          {
            label: `$(refresh) ${again}`,
            description: formatExpectedPrice(client.priceOf(endpoint)),
            action: { kind: 'call', format, reuse: 'never' } as const,
          },
        ]
      : []),
  ];
}

/** Picking it opens the field that it names. */
function toFaultItem({ param, message }: ParamFault, fields: readonly FormField[]): ReviewItem {
  const field = fields.find(({ name }) => name === param) ?? fields[0];
  return {
    label: `$(error) ${sanitizeForVsCode(message)}`,
    alwaysShow: true,
    ...(field === undefined ? {} : { detail: field.title, action: { kind: 'edit', field } as const }),
  };
}

function toFieldItem(field: FormField, value: unknown): ReviewItem {
  const description =
    value !== undefined
      ? sanitizeForVsCode(typeof value === 'string' ? value : JSON.stringify(value))
      : field.serviceDefault === undefined
        ? vscode.l10n.t('Not set')
        : vscode.l10n.t('Default: {0}', String(field.serviceDefault));
  return {
    label: `$(edit) ${field.title}`,
    description,
    ...(field.help === undefined ? {} : { detail: field.help }),
    action: { kind: 'edit', field },
  };
}

function withValue(values: FormValues, name: string, value: unknown): FormValues {
  const { [name]: _old, ...others } = values;
  return value === undefined ? others : { ...others, [name]: value };
}

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

/** @returns the value for a call; undefined as the value if an optional field was cleared */
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

/** Refuses a wrong text where it is typed. */
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
      ...(value === field.serviceDefault ? { description: vscode.l10n.t('Default') } : {}),
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

export async function pickWithBackButton<I extends vscode.QuickPickItem>(step: PickStep<I>): Promise<FormStepResult<I>> {
  const { placeHolder, active, canGoBack, ...shown } = step;
  const pick = vscode.window.createQuickPick<I>();
  const matching = { matchOnDescription: true, matchOnDetail: true };
  Object.assign(pick, { ...shown, ...matching, placeholder: placeHolder, ignoreFocusOut: true });
  if (active !== undefined) {
    pick.activeItems = [active]; // an empty list would leave Enter without a row
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
