import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import * as vscode from 'vscode';
import type { Client } from '../../../client/client.ts';
import { type Endpoint, isNewestFirst } from '../../../client/endpoint.ts';
import { findEndpointById } from '../../../client/endpoints/table.ts';
import type { Money } from '../../../client/money.ts';
import { isPaidService, readDollars } from '../../../core/cost/cost.ts';
import { formatDollars } from '../../../core/cost/formatCost.ts';
import { addPrice, formatExpectedPrice } from '../../../core/cost/formatPrice.ts';
import { formatCallCount, getInvalidBudgetMessage } from '../../../core/cost/formatSpend.ts';
import { toTreeRecord } from '../../../core/records/treeRecord.ts';
import { findQuerySubject } from '../../../core/requests/findQuerySubject.ts';
import { parseTimeMs } from '../../../core/table/cell.ts';
import { joinParts } from '../../../core/text/joinParts.ts';
import { toLocalDay } from '../../../store/store.ts';
import { showRefusal } from '../../../workbench/dialogs.ts';
import type { CollectSubject } from '../../../workbench/open.ts';
import type { Services } from '../../../workbench/services.ts';
import { formatConnectionName, readServiceReadiness } from '../../../workbench/services/connections.ts';
import { readBudgetSetting } from '../../../workbench/settings.ts';
import { getStoredNamesForService } from '../../../workbench/storedNames.ts';
import { listRecordSections, maxPageSize, presentSection } from '../../explore/index.ts';
import { toFixtureName } from '../../fixtures/index.ts';
import { pickEndpoint } from '../../requests/host/index.ts';
import { checkPlan, CollectFault, type CollectPlan, estimate, getRunBaseUrl } from '../collectPlan.ts';
import { askForParams, type CollectQuery } from './askForParams.ts';

export interface WantedRun {
  /** Of the new folder. */
  readonly path: string;
  readonly plan: CollectPlan;
  /** The list's entries. */
  readonly values: readonly string[] | undefined;
  readonly endpoint: Endpoint;
  readonly connection: string;
  /** "@ada_writes"; empty if the query has none. */
  readonly subject: string;
}

/** Asks for what isn't known yet: the query, where to stop, the folder, and a budget. @returns undefined on cancel */
export async function askWhatToCollect(services: Services, subject: CollectSubject): Promise<WantedRun | undefined> {
  const root = findRoot();
  if (root === undefined) {
    showRefusal(vscode.l10n.t("Files can't be collected into this workspace because it isn't on a disk. Open a local folder."));
    return undefined;
  }
  try {
    const query = await findOrAskForQuery(services, subject);
    return query === undefined ? undefined : await askForPlan(services, query, subject.connection, root);
  } catch (error) {
    if (!(error instanceof CollectFault)) {
      throw error;
    }
    showRefusal(error.message);
    return undefined;
  }
}

async function askForPlan(
  services: Services,
  { endpoint, params: given, as, values }: CollectQuery,
  opened: string | undefined,
  root: string,
): Promise<WantedRun | undefined> {
  const names = services.connections.names(opened);
  const connection = names[endpoint.service];
  const client = await services.client(names);
  const baseUrl = getRunBaseUrl(client.connection(endpoint.service));
  if (baseUrl === undefined) {
    throw new CollectFault(vscode.l10n.t("The connection '{0}' was removed.", formatConnectionName(connection)));
  }
  const params = withLargestPages(endpoint, given);
  const subject = await findSubject(services, endpoint, params, connection, values);
  const title = joinParts([endpoint.title, subject], ': ');
  checkPlan({ endpoint: endpoint.id, params, as, format: 'ndjson', baseUrl }, endpoint, values);
  const end = await askForEnd(endpoint, params, title, values !== undefined);
  const path =
    end &&
    (await askForFolder(
      root,
      toFixtureName(`${endpoint.title.toLowerCase()} ${values === undefined ? subject : 'list'}`),
      title,
    ));
  if (end === undefined || path === undefined) {
    return undefined;
  }
  const plan = { endpoint: endpoint.id, params, as, ...end, format: 'ndjson', baseUrl } as const;
  const budget = isPaidService(client, endpoint.service) ? await askForBudget(client, { endpoint, plan, values }) : 'none';
  return budget === undefined
    ? undefined
    : { path, values, endpoint, connection, subject, plan: budget === 'none' ? plan : { ...plan, budget } };
}

async function findOrAskForQuery(
  services: Services,
  { request, record, connection }: CollectSubject,
): Promise<CollectQuery | undefined> {
  const given = findEndpointById(request?.endpointId ?? '');
  if (request !== undefined && given !== undefined) {
    const { cursor: _cursor, ...params } = request.params;
    return { endpoint: given, params };
  }
  const row = record === undefined ? undefined : toTreeRecord(record, undefined);
  const sections = row === undefined ? [] : listRecordSections(row, await readServiceReadiness(services, connection));
  const title = vscode.l10n.t('Collect');
  const items = sections
    .filter(({ query: { shows = 'records' } }) => shows === 'records')
    .map(({ id, query }) => ({ label: `$(${presentSection(id).icon}) ${presentSection(id).title}`, query }));
  const other = { label: vscode.l10n.t('Other Endpoint…'), query: undefined };
  const picked =
    items.length === 0
      ? other
      : await vscode.window.showQuickPick([...items, other], {
          title,
          placeHolder: vscode.l10n.t('What do you want to collect?'),
        });
  if (picked?.query !== undefined || picked === undefined) {
    return picked?.query;
  }
  const endpoint = await pickEndpoint(await services.client(services.connections.names(connection)), title);
  return endpoint === undefined ? undefined : await askForParams(services, endpoint, connection);
}

/** A request costs the same for any page size. */
function withLargestPages({ params: { shape } }: Endpoint, params: CollectPlan['params']): CollectPlan['params'] {
  const name = ['count', 'limit'].find((size) => shape[size]?.safeParse(maxPageSize).success);
  return name === undefined ? params : { [name]: maxPageSize, ...params };
}

/** "@ada_writes"; an id if its name isn't in history. */
async function findSubject(
  services: Services,
  { service }: Endpoint,
  params: CollectPlan['params'],
  connection: string,
  values: readonly string[] | undefined,
): Promise<string> {
  if (values !== undefined) {
    return values.length === 1 ? (values[0] ?? '') : vscode.l10n.t('List of {0}', values.length);
  }
  try {
    const { handleOf, refresh } = await getStoredNamesForService(services, service, connection);
    await refresh();
    return findQuerySubject(params, handleOf) ?? '';
  } catch (error) {
    services.log.error(`Collect continues without stored names: ${String(error)}`);
    return findQuerySubject(params) ?? '';
  }
}

async function askForEnd(
  endpoint: Endpoint,
  params: CollectPlan['params'],
  title: string,
  isList: boolean,
): Promise<Pick<CollectPlan, 'max' | 'since'> | undefined> {
  const { l10n, window } = vscode;
  if (endpoint.paging === undefined) {
    return {};
  }
  const count = { label: l10n.t('A Number of Records…'), description: isList ? l10n.t('for each list entry') : '' };
  const date = { label: l10n.t('Until a Date…'), description: l10n.t('newest first') };
  const hasDates = isNewestFirst(endpoint, params) && endpoint.yields[0]?.kind === 'post';
  const picked = await window.showQuickPick([{ label: l10n.t('Everything') }, count, ...(hasDates ? [date] : [])], {
    title: l10n.t('Collect {0}', title),
    placeHolder: l10n.t('How much do you want to collect?'),
  });
  if (picked !== count && picked !== date) {
    return picked && {};
  }
  const isCount = picked === count;
  const fault = isCount ? l10n.t('Enter a whole number such as 5000.') : l10n.t('Enter a date such as 2026-03-01.');
  const text = await window.showInputBox({
    title: picked.label,
    prompt: isCount ? l10n.t('The most records to collect') : l10n.t('The oldest date to collect'),
    ignoreFocusOut: true,
    validateInput: (value) =>
      (isCount ? /^[1-9]\d{0,8}$/.test(value.trim()) : parseTimeMs(value.trim()) !== null) ? undefined : fault,
  });
  return text === undefined ? undefined : isCount ? { max: Number(text) } : { since: text.trim() };
}

/** @returns undefined if folders can't be written to the workspace's disk */
function findRoot(): string | undefined {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return folders.length === 0 ? homedir() : folders.find(({ uri }) => uri.scheme === 'file')?.uri.fsPath;
}

async function askForFolder(root: string, name: string, title: string): Promise<string | undefined> {
  const day = `collect/${name}-${toLocalDay(Date.now())}`;
  let value = day;
  for (let number = 2; existsSync(join(root, value)); number += 1) {
    value = `${day}-${number}`;
  }
  const text = await vscode.window.showInputBox({
    title: vscode.l10n.t('Collect {0}', title),
    prompt: vscode.l10n.t('A new folder for the files, relative to {0}', root),
    value,
    valueSelection: [value.length, value.length],
    ignoreFocusOut: true,
    validateInput: (path) => (path.trim() === '' ? vscode.l10n.t('Enter a folder.') : undefined),
  });
  return text === undefined ? undefined : resolve(root, text.trim());
}

/** @param spent so far, of the whole run @returns undefined on cancel */
export async function askForBudget(
  client: Client,
  {
    endpoint,
    plan,
    values,
    spent = 0n,
  }: {
    readonly endpoint: Endpoint;
    readonly plan: CollectPlan;
    readonly values: readonly string[] | undefined;
    readonly spent?: Money;
  },
): Promise<Money | undefined> {
  const { l10n } = vscode;
  const price = client.priceOf(endpoint);
  const { requests, most } = estimate({ ...plan, budget: undefined }, endpoint, values, price);
  const least = spent + (price ?? client.assumedPrice(endpoint.service));
  const usual = most ?? (plan.budget === undefined ? readBudgetSetting('session') : 2n * plan.budget);
  const proposed = usual < least ? least : usual;
  const atLeast = addPrice(formatCallCount(requests), formatExpectedPrice(price && price * BigInt(requests)));
  const text = await vscode.window.showInputBox({
    title: spent === 0n ? l10n.t('Budget for This Run') : l10n.t('Raise Budget'),
    prompt:
      spent === 0n
        ? l10n.t('At least {0}. The run costs at most this amount in US dollars, then it pauses.', atLeast)
        : l10n.t('{0} is spent. The whole run costs at most this amount in US dollars, then it pauses.', formatDollars(spent)),
    value: formatDollars(proposed).slice(1),
    ignoreFocusOut: true,
    validateInput: (value) => {
      const amount = readDollars(value);
      return amount === undefined
        ? getInvalidBudgetMessage()
        : amount < least
          ? l10n.t('Enter at least {0}, for one request.', formatDollars(least))
          : undefined;
    },
  });
  return text === undefined ? undefined : readDollars(text);
}
