import { readFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { Endpoint } from '../../../client/endpoint.ts';
import { getListLimit } from '../../../client/pageMethods.ts';
import { type FormField, formatTypedValue } from '../../../core/requests/form.ts';
import { findUserIdParam, listInputFields, withUserId, withWoeid } from '../../../core/requests/formFields.ts';
import type { Services } from '../../../workbench/services.ts';
import { getStoredNamesForService } from '../../../workbench/storedNames.ts';
import { CollectFault, type CollectPlan } from '../collectPlan.ts';
import { getListFormat, type ListFormat, readEntryList } from '../entryList.ts';

interface ListText {
  readonly text: string;
  readonly format: ListFormat;
}

/** What to collect. */
export interface CollectQuery {
  readonly endpoint: Endpoint;
  readonly params: CollectPlan['params'];
  readonly as?: string;
  readonly values?: readonly string[];
}

const handleOrIdPattern = /(?:ids?|usernames?)$/i;

/** Asks for an endpoint's required parameters. A handle or ID can come from a list. @throws CollectFault for a wrong list */
export async function askForParams(
  services: Services,
  endpoint: Endpoint,
  connection: string | undefined,
): Promise<CollectQuery | undefined> {
  const required = listInputFields(endpoint).filter((field) => field.required);
  const texts: Record<string, string> = {};
  let entries: Pick<CollectQuery, 'as' | 'values'> = {};
  for (const field of required) {
    const list = handleOrIdPattern.test(field.name) ? await pickList(endpoint, field) : 'one';
    if (list === undefined) {
      return undefined;
    }
    if (list === 'one') {
      const text = await askForText(endpoint, field);
      if (text === undefined) {
        return undefined;
      }
      texts[field.name] = text;
    } else {
      entries = readEntries(list, endpoint, field);
    }
  }
  const values = await withIds(services, endpoint, texts, connection);
  const fields = listInputFields(endpoint);
  const params = Object.fromEntries(
    Object.entries(values).map(([name, text]) => [name, fields.find((field) => field.name === name)?.toValue(text) ?? text]),
  );
  return { endpoint, params, ...entries };
}

async function askForText(endpoint: Endpoint, field: FormField): Promise<string | undefined> {
  return await vscode.window.showInputBox({
    title: vscode.l10n.t('Collect {0}', endpoint.title),
    prompt: field.help ?? field.title,
    placeHolder: formatTypedValue(field.examples?.[0]),
    ignoreFocusOut: true,
    validateInput: (value) => field.check(value),
  });
}

/** Replaces a handle with an ID from history if the endpoint takes only IDs. Doesn't send requests. */
async function withIds(
  services: Services,
  endpoint: Endpoint,
  texts: Readonly<Record<string, string>>,
  connection: string | undefined,
): Promise<Readonly<Record<string, string>>> {
  const { service } = endpoint;
  const sent = withUserId(endpoint, withWoeid(endpoint, texts), () => undefined);
  if (sent !== undefined) {
    return sent;
  }
  const name = services.connections.names(connection)[service];
  const { names, isServed, refresh } = await getStoredNamesForService(services, service, name);
  await refresh();
  const values = withUserId(endpoint, texts, (handle) => names.idOf(handle, isServed));
  if (values === undefined) {
    throw new CollectFault(vscode.l10n.t("This user's ID isn't in history. Look the user up first, or enter the ID."));
  }
  return values;
}

/** @returns `one` for a single value; undefined on cancel */
async function pickList(endpoint: Endpoint, field: FormField): Promise<ListText | 'one' | undefined> {
  const { l10n, window } = vscode;
  const editor = window.activeTextEditor;
  const selected = editor?.document.getText(editor.selection) ?? '';
  const isBatch = getListLimit(endpoint.params.shape[field.name]) !== undefined;
  const items = [
    ...(isBatch ? [] : [{ label: `$(edit) ${l10n.t('Enter {0}…', field.title)}`, from: 'one' as const }]),
    { label: `$(list-unordered) ${l10n.t('From a List…')}`, description: l10n.t('paste handles or IDs'), from: 'paste' as const },
    ...(selected.trim() === ''
      ? []
      : [{ label: `$(selection) ${l10n.t('From the Selection in the Editor')}`, from: 'selection' as const }]),
    { label: `$(file) ${l10n.t('From a File…')}`, description: '.txt, .csv, .ndjson', from: 'file' as const },
  ];
  const picked = await window.showQuickPick(items, { title: l10n.t('Collect {0}', endpoint.title) });
  switch (picked?.from) {
    case undefined:
    case 'one':
      return picked?.from;
    case 'selection':
      return { text: selected, format: 'lines' };
    case 'paste': {
      const prompt = l10n.t('Handles or IDs, separated by commas, spaces, or lines');
      const text = await window.showInputBox({ title: l10n.t('From a List'), prompt, ignoreFocusOut: true });
      return text === undefined ? undefined : { text: text.trim().replaceAll(/[\s,]+/g, '\n'), format: 'lines' };
    }
    case 'file': {
      const [file] = (await window.showOpenDialog({ filters: { [l10n.t('Lists')]: ['txt', 'csv', 'ndjson', 'jsonl'] } })) ?? [];
      return file === undefined ? undefined : { text: await readFile(file.fsPath, 'utf8'), format: getListFormat(file.path) };
    }
  }
}

/** Finds out whether the entries are handles or IDs if the endpoint takes both. @throws CollectFault */
function readEntries({ text, format }: ListText, endpoint: Endpoint, { name }: FormField): Pick<CollectQuery, 'as' | 'values'> {
  const takesBoth = name === findUserIdParam(endpoint) && Object.hasOwn(endpoint.params.shape, 'username');
  const isIds = format === 'lines' && /^[\d\s,]+$/.test(text);
  const read = (as: string) => ({ as, values: readEntryList(text, { endpoint, as, format }).values });
  if (!takesBoth || isIds) {
    return read(name);
  }
  try {
    return read('username');
  } catch (error) {
    if (!(error instanceof CollectFault) || format === 'lines') {
      throw error;
    }
    return read(name); // a table with a column of IDs
  }
}
