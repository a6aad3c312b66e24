import * as vscode from 'vscode';
import type { Client } from '../../../client/client.ts';
import type { ResponseFormat, Endpoint, EndpointGroup } from '../../../client/endpoint.ts';
import { findEndpointById, endpoints } from '../../../client/endpoints/table.ts';
import { formatServiceName } from '../../../core/connections/connectionSettings.ts';
import { formatExpectedPrice } from '../../../core/cost/formatPrice.ts';
import { showRefusal } from '../../../workbench/dialogs.ts';
import { pinConnections, type Services } from '../../../workbench/services.ts';
import { callAndShow } from '../../../workbench/callAndShow.ts';
import { joinParts } from '../../../core/text/joinParts.ts';

/**
 * Opens an endpoint's form. With parameters, sends the request and shows the response. Without an id, prompts for the endpoint.
 */
export async function callEndpoint(
  services: Services,
  endpointId?: string,
  params?: Readonly<Record<string, unknown>>,
  format?: ResponseFormat,
): Promise<void> {
  const endpoint =
    endpointId === undefined
      ? await pickEndpoint(await services.client(), vscode.l10n.t('Call Endpoint'))
      : findEndpointById(endpointId);
  if (endpoint === undefined) {
    return endpointId === undefined ? undefined : showRefusal(vscode.l10n.t('Unknown endpoint: {0}.', endpointId));
  }
  await (params === undefined
    ? services.open.query(endpoint, {})
    : callAndShow(pinConnections(services), endpoint, params, format === undefined ? {} : { format }));
}

export async function pickEndpoint(client: Client, title: string): Promise<Endpoint | undefined> {
  const picked = await vscode.window.showQuickPick(createEndpointItems(client), {
    title,
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return picked?.endpoint;
}

function createEndpointItems(client: Client) {
  const groups: Readonly<Record<EndpointGroup, string>> = {
    users: vscode.l10n.t('Users'),
    tweets: vscode.l10n.t('Posts'),
    search: vscode.l10n.t('Search'),
    lists: vscode.l10n.t('Lists'),
    communities: vscode.l10n.t('Communities'),
    spaces: vscode.l10n.t('Spaces'),
    trends: vscode.l10n.t('Trends'),
    jobs: vscode.l10n.t('Jobs'),
  };
  return Object.entries(groups).flatMap(([group, label]) =>
    endpoints.filter((endpoint) => endpoint.group === group).map((endpoint) => toItem(endpoint, label, client.priceOf(endpoint))),
  );
}

/** The group's name is part of the detail, because the filter would ignore headings. */
function toItem(endpoint: Endpoint, group: string, price: bigint | undefined) {
  const { title, path, service, summary, confirmed } = endpoint;
  return {
    endpoint,
    label: title,
    description: joinParts([formatExpectedPrice(price), formatServiceName(service), path]),
    detail: [group, summary, ...(confirmed ? [] : [vscode.l10n.t('Partly documented')])].join(' · '),
  };
}
