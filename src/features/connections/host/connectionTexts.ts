import * as vscode from 'vscode';
import { formatFree } from '../../../core/cost/formatCost.ts';
import { formatServiceName, type PaidConnection, readMarketplaceHeaders } from '../../../core/connections/connectionSettings.ts';

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
      label: formatServiceName(service),
      detail: l10n.t('Spaces, hashtag analytics, lists, trends: needs its own base address and X-API-KEY'),
      address: l10n.t('The base address that comes with the key, including its path.'),
      key: l10n.t('A marketplace or the operator of the gateway issues it.'),
    };
  }
  return marketplace === undefined
    ? {
        label: formatServiceName(service),
        detail: l10n.t('Users, posts, search, lists, jobs, trends: needs its base address and an X-API-KEY'),
        address: l10n.t("The base address in the service's documentation, including its path."),
        key: l10n.t('The service shows it after you sign up.'),
      }
    : {
        label: l10n.t('Primary API through a marketplace'),
        detail: l10n.t("The same, with a marketplace's pair of headers: its key and its host"),
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
