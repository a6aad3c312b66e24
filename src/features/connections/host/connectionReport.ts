import * as vscode from 'vscode';
import { systemClock } from '../../../client/clock.ts';
import { addNoChargeSentence } from '../../../core/cost/formatCost.ts';
import { describeNetworkFailure } from '../../../core/errors/describeError.ts';
import type { Services } from '../../../workbench/services.ts';
import { createChosenTransport, isTransportDirect } from '../../../workbench/services/connectedClient.ts';
import { formatConnectionName } from '../../../workbench/services/connections.ts';
import { readKeyState } from '../../../workbench/services/keys.ts';
import { describeKeyState } from './connectionTexts.ts';
import { type ProbeResult, probeAddress } from './probeAddress.ts';

/** A larger clock difference makes ages and waits wrong. */
const maxSkewMs = 30_000;

/** Documents of this scheme are read-only and never need saving. */
const scheme = 'social-data-report';
const uri = vscode.Uri.from({ scheme, path: '/Connection.md' });
const changed = new vscode.EventEmitter<vscode.Uri>();
let report: string | undefined;

/**
 * Sends one request without a key. The report can be shared: it doesn't contain keys, queries, or proxy credentials. Replaces the
 * previous report.
 */
export async function showReport(services: Services, name: string): Promise<void> {
  const isFirst = report === undefined;
  report = await createReport(services, name);
  if (isFirst) {
    const provider = { onDidChange: changed.event, provideTextDocumentContent: () => report };
    services.context.subscriptions.push(vscode.workspace.registerTextDocumentContentProvider(scheme, provider));
  }
  changed.fire(uri);
  await vscode.window.showTextDocument(uri, { preview: false });
}

async function createReport({ connections, keys, log }: Services, name: string): Promise<string> {
  const { l10n, ProgressLocation } = vscode;
  const paid = connections.find(name);
  const baseUrl = paid?.address ?? (await connections.sandbox()).primary;
  const key = paid === undefined ? l10n.t('not required') : describeKeyState(await readKeyState(keys, name, log));
  const progress = { location: ProgressLocation.Notification, title: l10n.t('Checking the connection') };
  const transport = createChosenTransport();
  try {
    const probed = await vscode.window.withProgress(progress, async () => await probeAddress(baseUrl, transport, systemClock));
    const lines = [
      l10n.t('Connection: {0}', formatConnectionName(name)),
      l10n.t('URL: {0}', new URL(baseUrl).origin),
      l10n.t('Key: {0}', key),
      ...describeProbe(probed),
      ...describeMachine(),
    ];
    return [`# ${l10n.t('Social Data Explorer Connection')}`, '', ...lines.map((line) => `- ${line}`), ''].join('\n');
  } finally {
    await transport.close();
  }
}

function describeMachine(): readonly string[] {
  const { l10n } = vscode;
  const http = vscode.workspace.getConfiguration('http');
  const yes = l10n.t('yes');
  const no = l10n.t('no');
  const proxy = http.get<string>('proxy') ?? '';
  const host = URL.parse(proxy)?.host ?? l10n.t('set, but not a valid URL'); // without the user name and password
  const environment = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'].filter(
    (name) => (process.env[name] ?? process.env[name.toLowerCase()] ?? '') !== '',
  );
  return [
    `VS Code ${vscode.version}, ${process.platform} ${process.arch}, Node ${process.versions.node}`,
    l10n.t('Remote: {0}', vscode.env.remoteName ?? no),
    isTransportDirect()
      ? l10n.t('Transport: direct, with the proxy below and Node and system certificates')
      : l10n.t("Transport: the editor's own fetch, with its proxy and certificate settings"),
    `${l10n.t('Proxy from settings: {0}', proxy === '' ? no : host)} (http.proxySupport: ${http.get<string>('proxySupport') ?? '?'})`,
    l10n.t('Proxy from environment: {0}', environment.length === 0 ? no : environment.join(', ')),
    l10n.t(
      'System certificates: {0}; NODE_EXTRA_CA_CERTS: {1}; certificates verified: {2}',
      http.get<boolean>('systemCertificates') === true ? yes : no,
      (process.env['NODE_EXTRA_CA_CERTS'] ?? '') === '' ? no : yes,
      http.get<boolean>('proxyStrictSSL') === false ? no : yes,
    ),
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
      : l10n.t("This machine's clock differs from the service's by {0} s. Adjust it.", seconds);
  return [reached, skew];
}
