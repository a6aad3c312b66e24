import * as vscode from 'vscode';
import { findEndpointById } from '../../../client/endpoints/table.ts';
import type { Exchange } from '../../../client/exchange.ts';
import { isFreeQuote } from '../../../core/cost/cost.ts';
import { addNoChargeSentence } from '../../../core/cost/formatCost.ts';
import { addPrice, formatPrice } from '../../../core/cost/formatPrice.ts';
import { isExpandableRow, toTreeRecord } from '../../../core/records/treeRecord.ts';
import { callWithProgress, showResponse, withErrorNotification } from '../../../workbench/callAndShow.ts';
import { showRefusal } from '../../../workbench/dialogs.ts';
import { showExchange } from '../../../workbench/exchangeDocuments.ts';
import type { RecordTarget, RefreshedRequest } from '../../../workbench/recordTarget.ts';
import { pinConnections, pinResponseConnection, type Services } from '../../../workbench/services.ts';
import { formatQuery } from '../../../workbench/storedResponseSubject.ts';
import { listLookUpRequests } from '../../explore/index.ts';

type Show = (services: Services, exchange: Exchange) => Promise<void>;

/** Requests that are being sent: a double click must not send two. */
const refreshing = new Set<string>();

export function describeMissingResponse(target: RecordTarget | undefined): string {
  return target?.missing ?? addNoChargeSentence(vscode.l10n.t("This row isn't in history. Refresh it, or look it up."));
}

/** Looks a user, list, community, or Space up again, or sends a response's request again. */
export async function refresh(services: Services, target: RecordTarget, isPriceShown: boolean): Promise<void> {
  const { connection, records } = target;
  const lookUp = records[0] === undefined ? undefined : findLookUpRequest(services, connection, records[0]);
  const exchange = lookUp === undefined ? (await target.responses())[0]?.exchange : undefined;
  const request = lookUp ?? exchange?.request ?? target.request;
  if (request === undefined) {
    return showRefusal(describeMissingResponse(target));
  }
  const over = exchange === undefined ? pinConnections(services, connection) : pinResponseConnection(services, exchange);
  if (isPriceShown || (await confirmRefresh(over, request))) {
    await sendAgain(over, request, lookUp === undefined ? showExchange : showResponse);
  }
}

function findLookUpRequest(
  { connections }: Services,
  connection: string,
  record: RecordTarget['records'][number],
): RefreshedRequest | undefined {
  const row = record.kind === 'line' ? undefined : toTreeRecord(record, undefined);
  const requests = row !== undefined && isExpandableRow(row) ? listLookUpRequests(row) : [];
  const names = connections.names(connection);
  const reached = requests.find(({ endpoint: { service } }) => connections.reaches(service, names[service])) ?? requests[0];
  return reached === undefined ? undefined : { ...reached, endpointId: reached.endpoint.id, format: 'simple' };
}

/** @param services over the request's connection */
async function sendAgain(services: Services, request: RefreshedRequest, show: Show): Promise<void> {
  const { endpointId, params, format } = request;
  const endpoint = findEndpointById(endpointId);
  const key = JSON.stringify([endpointId, params, format]);
  if (endpoint === undefined || refreshing.has(key)) {
    return;
  }
  const retry = async () => await sendAgain(services, request, show);
  const exchange = await withErrorNotification(services, endpoint, retry, async () => {
    refreshing.add(key);
    try {
      return await callWithProgress(services, endpoint, params, { format, reuse: 'never' });
    } finally {
      refreshing.delete(key);
    }
  });
  await (exchange === undefined ? undefined : show(services, exchange));
}

/** Shows the price unless it is free. */
export async function confirmRefresh({ client }: Pick<Services, 'client'>, request: RefreshedRequest): Promise<boolean> {
  const { endpointId, params, format } = request;
  const endpoint = findEndpointById(endpointId);
  const quote = endpoint === undefined ? undefined : (await client()).quote(endpoint, params, { format, reuse: 'never' });
  if (isFreeQuote(quote)) {
    return true;
  }
  const title = addPrice(vscode.l10n.t('Refresh'), formatPrice(quote));
  const question = vscode.l10n.t('Refresh {0}?', formatQuery(request));
  return (await vscode.window.showInformationMessage(question, { modal: true }, title)) === title;
}
