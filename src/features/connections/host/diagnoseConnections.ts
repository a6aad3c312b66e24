import * as vscode from 'vscode';
import { describeNetworkFailure } from '../../../core/errors/describeError.ts';
import { addNoChargeSentence } from '../../../core/cost/formatCost.ts';
import { isAddressRefusal, parseBaseUrl } from '../../../client/address.ts';
import { systemClock } from '../../../client/clock.ts';
import type { Service } from '../../../client/endpoint.ts';
import type { Transport } from '../../../client/transport.ts';
import { createChosenTransport, isTransportDirect } from '../../../workbench/services/connectedClient.ts';
import { formatServiceName } from '../../../workbench/services/connections.ts';
import { readKeyState } from '../../../workbench/services/keys.ts';
import type { Services } from '../../../workbench/services.ts';
import { type ProbeResult, probeAddress } from './probeAddress.ts';

const bothServices: readonly Service[] = ['primary', 'gateway'];

/** A larger clock difference makes ages and waits wrong. */
const maxSkewMs = 30_000;

/**
 * Sends one request without a key to each service. The report can be shared: it doesn't contain keys, queries, or proxy
 * credentials.
 */
export async function diagnoseConnections(services: Services): Promise<string> {
  const lines = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: vscode.l10n.t('Diagnosing connections') },
    async () => {
      await services.connections.prepare();
      const transport = createChosenTransport();
      try {
        const found = await Promise.all(bothServices.map(async (service) => await diagnoseService(services, service, transport)));
        return [...describeMachine(), ...found.flat()];
      } finally {
        await transport.close();
      }
    },
  );
  return `${lines.join('\n')}\n`;
}

function describeMachine(): readonly string[] {
  const { l10n } = vscode;
  const http = vscode.workspace.getConfiguration('http');
  const yes = l10n.t('yes');
  const no = l10n.t('no');
  const environment = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'].filter(
    (name) => (process.env[name] ?? process.env[name.toLowerCase()] ?? '') !== '',
  );
  return [
    `# ${l10n.t('Social Data Explorer Connections')}`,
    '',
    `- VS Code ${vscode.version}, ${process.platform} ${process.arch}, Node ${process.versions.node}`,
    `- ${l10n.t('Remote: {0}', vscode.env.remoteName ?? no)}`,
    `- ${isTransportDirect() ? l10n.t('Transport: direct, with the proxy below and Node and system certificates') : l10n.t("Transport: the editor's own fetch, with its proxy and certificate settings")}`,
    `- ${l10n.t('Proxy from settings: {0}', formatProxy(http.get<string>('proxy') ?? '') ?? no)} (http.proxySupport: ${http.get<string>('proxySupport') ?? '?'})`,
    `- ${l10n.t('Proxy from environment: {0}', environment.length === 0 ? no : environment.join(', '))}`,
    `- ${l10n.t('System certificates: {0}; NODE_EXTRA_CA_CERTS: {1}; certificates verified: {2}', http.get<boolean>('systemCertificates') === true ? yes : no, (process.env['NODE_EXTRA_CA_CERTS'] ?? '') === '' ? no : yes, http.get<boolean>('proxyStrictSSL') === false ? no : yes)}`,
  ];
}

async function diagnoseService(
  { connections, keys, log }: Services,
  service: Service,
  transport: Transport,
): Promise<readonly string[]> {
  const { l10n } = vscode;
  const heading = ['', `## ${formatServiceName(service)}`, ''];
  const kind = `- ${l10n.t('Connection: {0}', connections.labelOf(service))}`;
  const connection = connections.of(service);
  if (connection === undefined) {
    return [
      ...heading,
      kind,
      `- ${l10n.t("The connection isn't in the settings. Run Select Connection… to select a different one.")}`,
    ];
  }
  const address = parseBaseUrl(connection.baseUrl);
  if (isAddressRefusal(address)) {
    return [...heading, kind, `- ${l10n.t('The base URL {0}', address.refused)}`];
  }
  const key = {
    none: l10n.t('not set'),
    set: l10n.t('set (not shown, not sent)'),
    unreadable: l10n.t("couldn't read secret storage"),
    unneeded: l10n.t('not required'),
  }[connection.kind === 'sandbox' ? 'unneeded' : await readKeyState(keys, connections.selected(service), log)];
  return [
    ...heading,
    kind,
    `- ${l10n.t('URL: {0}', address.origin)}`,
    `- ${l10n.t('Key: {0}', key)}`,
    ...describeProbe(await probeAddress(address.baseUrl, transport, systemClock)).map((line) => `- ${line}`),
  ];
}

function describeProbe(found: ProbeResult): readonly string[] {
  const { l10n } = vscode;
  if (found.kind === 'failed') {
    const durationMs = Math.round(found.durationMs);
    return [
      addNoChargeSentence(
        l10n.t("The server couldn't be reached ({0} ms): {1}", durationMs, describeNetworkFailure(found.codes)),
      ),
    ];
  }
  const reached = addNoChargeSentence(
    l10n.t('The server is reachable: status {1} in {0} ms, without a key.', Math.round(found.durationMs), found.status),
  );
  if (found.skewMs === undefined) {
    return [reached];
  }
  const seconds = (Math.abs(found.skewMs) / 1000).toFixed(1);
  const skew =
    Math.abs(found.skewMs) <= maxSkewMs
      ? l10n.t("This machine's clock matches the service's (within {0} s).", seconds)
      : found.skewMs > 0
        ? l10n.t("This machine's clock is {0} s ahead of the service's. Adjust it.", seconds)
        : l10n.t("This machine's clock is {0} s behind the service's. Adjust it.", seconds);
  return [reached, skew];
}

/** Omits the user name and password from the address. */
function formatProxy(setting: string): string | undefined {
  return setting === '' ? undefined : (URL.parse(setting)?.host ?? vscode.l10n.t('set, but not a valid URL'));
}
