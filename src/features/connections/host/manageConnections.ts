import * as vscode from 'vscode';
import type { Service } from '../../../client/endpoint.ts';
import { exampleValues } from '../../../client/endpoints/exampleValues.ts';
import { gatewayTrendsTopics, trends } from '../../../client/endpoints/table.ts';
import { SocialDataError } from '../../../client/errors.ts';
import { formatServiceName, type PaidConnection, sandboxName } from '../../../core/connections/connectionSettings.ts';
import { describeFailedCallCharge, formatReceipt } from '../../../core/cost/formatCost.ts';
import { formatExpectedPrice } from '../../../core/cost/formatPrice.ts';
import { describeError } from '../../../core/errors/describeError.ts';
import { joinParts } from '../../../core/text/joinParts.ts';
import { sanitizeForVsCode } from '../../../core/text/stripHiddenCharacters.ts';
import { callWithProgress } from '../../../workbench/callAndShow.ts';
import { confirm } from '../../../workbench/dialogs.ts';
import type { ConnectionStep } from '../../../workbench/open.ts';
import { pinConnections, type Services } from '../../../workbench/services.ts';
import { formatConnectionName } from '../../../workbench/services/connections.ts';
import { readKeyState } from '../../../workbench/services/keys.ts';
import { runErrorAction } from '../../../workbench/showErrorNotification.ts';
import { addConnection, addStepCount, askForAndSaveKey, editAddress } from './addConnection.ts';
import { describeKeyState, describeKind, describeSandbox } from './connectionTexts.ts';
import { showReport } from './connectionReport.ts';
import { back, type Back, pickRow, type StepFrame } from './quickSteps.ts';

/** What follows an action: the same rows, the rows that led to them, or nothing. */
type Next = 'again' | 'back' | 'end';

interface ActionRow extends vscode.QuickPickItem {
  readonly run?: () => Promise<Next>;
}

const bothServices: readonly Service[] = ['primary', 'gateway'];

/** Documented without guesses, and the same for everyone. */
const testEndpoints = { primary: trends, gateway: gatewayTrendsTopics } as const;

/**
 * @param name the connection to show; default: all
 * @param step the only thing to ask for
 */
export async function manageConnections(services: Services, name?: string, step?: ConnectionStep): Promise<void> {
  const connection = name === undefined ? undefined : services.connections.find(name);
  if (connection !== undefined && step !== undefined) {
    await (step === 'key' ? askForAndSaveKey(services, connection, {}) : editAddress(services, connection, {}));
  } else if (connection === undefined || (await showConnection(services, connection.name)) === 'again') {
    const title = vscode.l10n.t('Manage Connections');
    const placeholder = vscode.l10n.t('Select a connection, or add one');
    await runRows({ title, placeholder }, async () => await listConnections(services));
  }
}

/** Shows the rows again until the flow ends or goes back. */
async function runRows(
  frame: StepFrame & { readonly placeholder: string; readonly active?: ActionRow | undefined },
  list: () => Promise<readonly ActionRow[]>,
): Promise<'again' | 'end'> {
  for (;;) {
    const picked = await pickRow(await list(), frame);
    const next = picked === back ? 'back' : ((await picked?.run?.()) ?? 'end');
    if (next !== 'again') {
      return next === 'back' ? 'again' : 'end';
    }
  }
}

async function listConnections(services: Services): Promise<readonly ActionRow[]> {
  const { l10n } = vscode;
  const { connections, keys, log } = services;
  const { connections: paid, faults } = connections.paid;
  const servicesOf = (name: string) => bothServices.filter((service) => connections.selected(service) === name);
  const formatUse = (name: string) => (servicesOf(name).length === 0 ? '' : l10n.t('in use'));
  const rows = paid.map(async (connection): Promise<ActionRow> => {
    const { name, address } = connection;
    return {
      label: sanitizeForVsCode(name),
      description: joinParts([describeKind(connection).label, formatUse(name)]),
      detail: `${sanitizeForVsCode(address)} · ${describeKeyState(await readKeyState(keys, name, log))}`,
      run: async () => await showConnection(services, name),
    };
  });
  return [
    {
      label: `$(add) ${l10n.t('Add Connection…')}`,
      run: async () => {
        const added = await addConnection(services);
        return typeof added === 'object' ? await showConnection(services, added.name, addStepCount) : toNext(added);
      },
    },
    { label: '', kind: vscode.QuickPickItemKind.Separator },
    {
      label: formatConnectionName(sandboxName),
      description: joinParts([servicesOf(sandboxName).map(formatServiceName).join(', '), formatUse(sandboxName)]),
      detail: describeSandbox(),
      run: async () => await showConnection(services, sandboxName),
    },
    ...(await Promise.all(rows)),
    ...faults.map(({ message }) => ({
      label: `$(warning) ${l10n.t('Invalid entry in socialData.connections')}`,
      detail: sanitizeForVsCode(message),
      run: async (): Promise<Next> => {
        const revealSetting = { key: 'socialData.connections' };
        await vscode.commands.executeCommand('workbench.action.openSettingsJson', { revealSetting });
        return 'end';
      },
    })),
  ];
}

/** @param lastStep set at the end of adding it */
async function showConnection(services: Services, name: string, lastStep?: number): Promise<'again' | 'end'> {
  const connection = services.connections.find(name);
  let failure: readonly ActionRow[] = [];
  const report = async (): Promise<Next> => {
    await showReport(services, name);
    return 'end';
  };
  const test = async (paid: PaidConnection): Promise<Next> => {
    failure = await testAndUse(services, paid);
    return failure.length === 0 ? 'end' : 'again';
  };
  const placeholder = connection === undefined ? describeSandbox() : describeKind(connection).label;
  const frame = { title: formatConnectionName(name), placeholder, step: lastStep, totalSteps: lastStep, canGoBack: true };
  return await runRows(frame, async () => {
    const rows = [
      ...failure,
      ...(await listActions(services, name, test)),
      {
        label: `$(output) ${vscode.l10n.t('Show Report')}`,
        detail: vscode.l10n.t('Checks the network, address, and clock without sending the key: no charge'),
        run: report,
      },
    ];
    failure = [];
    return rows;
  });
}

async function listActions(
  services: Services,
  name: string,
  test: (paid: PaidConnection) => Promise<Next>,
): Promise<readonly ActionRow[]> {
  const { l10n } = vscode;
  const { connections, keys, log } = services;
  const connection = connections.find(name); // its address may have been edited
  if (connection === undefined) {
    const run = async () => await use(services, bothServices, name);
    return [{ label: `$(check) ${l10n.t('Use for New Lookups')}`, run }];
  }
  const { service, address, marketplace } = connection;
  const keyState = await readKeyState(keys, name, log);
  const isInUse = connections.selected(service) === name;
  const client = await pinConnections(services, name).client();
  const price = formatExpectedPrice(client.priceOf(testEndpoints[service]));
  const testRow: ActionRow = {
    label: `$(beaker) ${isInUse ? l10n.t('Test ({0})', price) : l10n.t('Test and Use ({0})', price)}`,
    description: l10n.t('one request: {0}', testEndpoints[service].title),
    run: async () => await test(connection),
  };
  const useRow: ActionRow = {
    label: `$(check) ${l10n.t('Use for New Lookups')}`,
    run: async () => await use(services, [service], name),
  };
  return [
    ...(keyState === 'none' ? [] : isInUse ? [testRow] : [testRow, useRow]),
    {
      label: `$(key) ${l10n.t('Set API Key…')}`,
      description: describeKeyState(keyState),
      run: async () => toNext(await askForAndSaveKey(services, connection, { canGoBack: true })),
    },
    {
      label: `$(edit) ${l10n.t('Edit Base URL…')}`,
      description: sanitizeForVsCode(marketplace === undefined ? address : `${address} · ${marketplace.host}`),
      run: async () => toNext(await editAddress(services, connection, { canGoBack: true })),
    },
    { label: `$(trash) ${l10n.t('Remove…')}`, run: async () => await confirmAndRemove(services, connection) },
  ];
}

/** @returns a row that describes the failure and opens what resolves it */
async function testAndUse(services: Services, { name, service }: PaidConnection): Promise<readonly ActionRow[]> {
  const pinned = pinConnections(services, name);
  const { woeid } = exampleValues;
  const once = { reuse: 'never' } as const;
  try {
    const exchange =
      service === 'primary'
        ? await callWithProgress(pinned, testEndpoints.primary, { locationId: woeid }, once)
        : await callWithProgress(pinned, testEndpoints.gateway, { woeid }, once);
    await use(services, [service], name);
    void vscode.window.showInformationMessage(
      vscode.l10n.t('{0} works, and new lookups use it: {1}.', sanitizeForVsCode(name), formatReceipt(exchange)),
    );
    return [];
  } catch (error) {
    if (!(error instanceof SocialDataError)) {
      throw error;
    }
    // these trends exist, so a 404 is not about them
    const kind = error.exchange?.status === 404 ? 'unexpectedStatus' : error.kind;
    const shown = new SocialDataError(kind, error.message, error.facts);
    const { failed, advice, actions } = describeError(shown, testEndpoints[service]);
    const action = actions.find((one) => one !== 'retry') ?? 'showLog'; // the test's own row shows its price
    const run = async (): Promise<Next> => {
      await runErrorAction(action, error, { services, connection: name, retry: async () => await Promise.resolve() });
      return action === 'showLog' || action === 'showResponse' ? 'end' : 'again';
    };
    return [{ label: `$(error) ${failed}`, detail: [describeFailedCallCharge(error), advice].join(' '), run }];
  }
}

async function use({ connections }: Services, services: readonly Service[], name: string): Promise<'end'> {
  for (const service of services) {
    await connections.select(service, name);
  }
  return 'end';
}

/** A service that uses the connection switches to the sandbox. */
async function confirmAndRemove(services: Services, { name, service }: PaidConnection): Promise<Next> {
  const { l10n } = vscode;
  const { connections, keys, log } = services;
  const isWanted = await confirm(
    l10n.t('Remove the connection {0}?', sanitizeForVsCode(name)),
    l10n.t('Its API key will also be removed. Responses stay in history.'),
    l10n.t('Remove'),
  );
  if (!isWanted) {
    return 'again';
  }
  await keys.remove(name);
  if (connections.selected(service) === name) {
    await use(services, [service], sandboxName);
  }
  await connections.remove(name);
  log.info(`The connection ${name} and its key were removed.`);
  return 'back';
}

function toNext(result: PaidConnection | Back | undefined): Next {
  return result === undefined ? 'end' : 'again';
}

/** Prompts for a missing key. */
export async function selectConnection(services: Services): Promise<void> {
  const { l10n, QuickPickItemKind } = vscode;
  const manage = async (): Promise<Next> => {
    await services.open.manageConnections();
    return 'end';
  };
  const rows: readonly ActionRow[] = [
    ...bothServices.flatMap((service) => [
      { label: formatServiceName(service), kind: QuickPickItemKind.Separator },
      ...listChoices(services, service),
    ]),
    { label: '', kind: QuickPickItemKind.Separator },
    { label: `$(gear) ${l10n.t('Manage Connections…')}`, run: manage },
  ];
  const frame = {
    title: l10n.t('Select Connection'),
    placeholder: l10n.t('Select a connection for new requests'),
    active: rows.find(({ description }) => description !== undefined), // the first one in use
  };
  await runRows(frame, async () => await Promise.resolve(rows));
}

function listChoices(services: Services, service: Service): readonly ActionRow[] {
  const { connections, keys, log } = services;
  const select = async (name: string): Promise<Next> => {
    const connection = connections.find(name);
    // if the secret storage can't be read, the key can't be saved either, and the request will report it
    const needsKey = connection !== undefined && (await readKeyState(keys, name, log)) === 'none';
    const isReady = !needsKey || typeof (await askForAndSaveKey(services, connection, {})) === 'object';
    return isReady ? await use(services, [service], name) : 'end';
  };
  const own = connections.paid.connections.filter((connection) => connection.service === service);
  return [{ name: sandboxName, address: describeSandbox() }, ...own].map(({ name, address }) => ({
    detail: sanitizeForVsCode(address),
    label: formatConnectionName(name),
    ...(connections.selected(service) === name ? { description: vscode.l10n.t('in use') } : {}),
    run: async () => await select(name),
  }));
}
