import * as vscode from 'vscode';
import type { Client } from '../../client/client.ts';
import { type Endpoint, type EndpointGroup, endpointGroupsByService } from '../../client/endpoint.ts';
import { endpoints } from '../../client/endpoints/table.ts';
import { formatExpectedPrice } from '../../app/cost/formatPrice.ts';

/** An endpoint to pick; none where the row is a heading. */
export interface EndpointItem extends vscode.QuickPickItem {
  readonly endpoint?: Endpoint;
}

/** The endpoints to pick from, by service and group, each with its path and price. Headings without any are left out. */
export function createEndpointItems(
  client: Pick<Client, 'priceOf'>,
  isOffered: (endpoint: Endpoint) => boolean = () => true,
): readonly EndpointItem[] {
  return (['primary', 'gateway'] as const).flatMap((service) =>
    endpointGroupsByService[service].flatMap((group) => {
      const offered = endpoints.filter((one) => one.service === service && one.group === group && isOffered(one));
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
  const { title, path, summary, confirmed } = endpoint;
  return {
    endpoint,
    label: title,
    description: `${path} · ${formatExpectedPrice(price)}`,
    detail: confirmed ? summary : vscode.l10n.t('{0} Undocumented.', summary),
  };
}
