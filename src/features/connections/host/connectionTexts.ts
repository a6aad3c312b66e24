import * as vscode from 'vscode';
import { formatFree } from '../../../core/cost/formatCost.ts';
import { type PaidConnection, readMarketplaceHeaders } from '../../../core/connections/connectionSettings.ts';

const direct: PaidConnection = { name: '', service: 'primary', address: '', marketplace: undefined, parameterNames: {} };

/** The kinds of connections that can be added, without a name and address. */
export const newConnections: readonly [PaidConnection, ...(readonly PaidConnection[])] = [
  direct,
  { ...direct, marketplace: { host: '', ...readMarketplaceHeaders(undefined, undefined) } },
  { ...direct, service: 'gateway' },
];

interface KindTexts {
  readonly label: string;
  readonly detail: string;
  /** Where to find the base URL and the key. */
  readonly address: string;
  readonly key: string;
}

/** Says what a service has, and where to find its base URL and key, as its documentation does. */
export function describeKind({ service, marketplace }: Pick<PaidConnection, 'service' | 'marketplace'>): KindTexts {
  const { l10n } = vscode;
  if (service === 'gateway') {
    return {
      label: l10n.t('Gateway API'),
      detail: l10n.t('28 endpoints: Spaces, search, lists, communities, trends, analytics'),
      address: l10n.t('The base URL comes with the key.'),
      key: l10n.t('A marketplace or the operator of the gateway issues it.'),
    };
  }
  return marketplace === undefined
    ? {
        label: l10n.t('Primary API'),
        detail: l10n.t('39 endpoints: users, posts, search, lists, communities, jobs, trends'),
        address: l10n.t("Copy it from the service's documentation."),
        key: l10n.t('The service shows it after you sign up.'),
      }
    : {
        label: l10n.t('Primary API through a marketplace'),
        detail: l10n.t('The same 39 endpoints, with a key from a marketplace'),
        address: l10n.t("Copy it from the marketplace's page of this API."),
        key: l10n.t("Copy it from the marketplace's page of this API."),
      };
}

export function describeSandbox(): string {
  return vscode.l10n.t('Sample data from the built-in sandbox: no key, {0}.', formatFree());
}

export function describeKeyState(state: 'set' | 'none' | 'unreadable'): string {
  const { l10n } = vscode;
  return { none: l10n.t('no key'), set: l10n.t('key set'), unreadable: l10n.t("couldn't read secret storage") }[state];
}
