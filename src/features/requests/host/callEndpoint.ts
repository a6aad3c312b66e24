import * as vscode from 'vscode';
import type { Client } from '../../../client/client.ts';
import { type ResponseFormat, type Endpoint, type EndpointGroup, endpointGroupsByService } from '../../../client/endpoint.ts';
import { findEndpointById, endpoints } from '../../../client/endpoints/table.ts';
import { formatExpectedPrice } from '../../../core/cost/formatPrice.ts';
import { formatServiceName } from '../../../workbench/services/connections.ts';
import { showRefusal } from '../../../workbench/dialogs.ts';
import { pinConnections, type Services } from '../../../workbench/services.ts';
import { callAndShow } from '../../../workbench/callAndShow.ts';

/**
 * Opens an endpoint's form. With parameters, sends the request and shows the response. Without an id, prompts for the endpoint.
 */
export async function callEndpoint(
  services: Services,
  endpointId?: string,
  params?: Readonly<Record<string, unknown>>,
  format?: ResponseFormat,
): Promise<void> {
  const endpoint = endpointId === undefined ? await pickEndpoint(await services.client()) : findEndpointById(endpointId);
  if (endpoint === undefined) {
    return endpointId === undefined ? undefined : showRefusal(vscode.l10n.t('Unknown endpoint: {0}.', endpointId));
  }
  await (params === undefined
    ? services.open.query(endpoint, {})
    : callAndShow(pinConnections(services), endpoint, params, format === undefined ? {} : { format }));
}

/** Headings have none. */
interface EndpointItem extends vscode.QuickPickItem {
  readonly endpoint?: Endpoint;
}

async function pickEndpoint(client: Client): Promise<Endpoint | undefined> {
  const picked = await vscode.window.showQuickPick(createEndpointItems(client), {
    title: vscode.l10n.t('Call Endpoint'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return picked?.endpoint;
}

function createEndpointItems(client: Client): readonly EndpointItem[] {
  return (['primary', 'gateway'] as const).flatMap((service) =>
    endpointGroupsByService[service].flatMap((group) => {
      const offered = endpoints.filter((one) => one.service === service && one.group === group);
      const heading = {
        label: `${formatServiceName(service)} · ${formatGroup(group)}`,
        kind: vscode.QuickPickItemKind.Separator,
      };
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
  const { title, path, summary, confirmed } = endpoint;
  return {
    endpoint,
    label: title,
    description: `${path} · ${formatExpectedPrice(price)}`,
    detail: confirmed ? summary : `${summary} · ${vscode.l10n.t('Partly documented')}`,
  };
}
