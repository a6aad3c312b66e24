import * as vscode from 'vscode';
import { type KeySource, readEnvFile } from '../../../client/envFile.ts';
import {
  checkConnectionName,
  checkHeaderValue,
  maxNameLength,
  type PaidConnection,
} from '../../../core/connections/connectionSettings.ts';
import { isAddressRefusal, parseBaseUrl } from '../../../client/address.ts';
import { sanitizeForVsCode } from '../../../core/text/stripHiddenCharacters.ts';
import { confirm } from '../../../workbench/dialogs.ts';
import type { Services } from '../../../workbench/services.ts';
import type { KeyOrSource } from '../../../workbench/services/keys.ts';
import { completeWalkthroughStep } from '../../../workbench/walkthroughSteps.ts';
import { describeKind, newConnections } from './connectionTexts.ts';
import { askForText, back, type Back, pickRow, type StepFrame } from './quickSteps.ts';

const maxEnvFiles = 20;

const likeKey = /key|token|secret/i;

interface KeySourceItem extends vscode.QuickPickItem {
  readonly place?: KeySource;
}

type KeyServices = Pick<Services, 'keys' | 'connections' | 'log'>;

/** Service, base URL, name, and key, and then the test. */
export const addStepCount = 5;

type Step = (draft: PaidConnection, frame: StepFrame) => Promise<PaidConnection | Back | undefined>;

/** Saves a new connection and its key, but doesn't use it yet. */
export async function addConnection(services: KeyServices): ReturnType<Step> {
  const { connections, faults } = services.connections.paid;
  const others = [...connections, ...faults].flatMap(({ name }) => name ?? []);
  const title = vscode.l10n.t('Add Connection');
  return await runSteps(newConnections[0], { title, totalSteps: addStepCount, canGoBack: true }, [
    askForService,
    askForAddress,
    async (draft, frame) => await askForName(draft, frame, others),
    // a marketplace's host is usually its address's; *Edit Base URL…* changes it
    async (draft, frame) => await askForAndSaveKey(services, withHost(draft, new URL(draft.address).hostname), frame),
  ]);
}

/** Prompts for the key again if the new address has a different origin, because a key is stored for one. */
export async function editAddress(
  services: KeyServices,
  connection: PaidConnection,
  { canGoBack }: Pick<StepFrame, 'canGoBack'>,
): ReturnType<Step> {
  const title = sanitizeForVsCode(connection.name);
  return await runSteps(connection, { title, canGoBack }, [
    askForAddress,
    ...(connection.marketplace === undefined ? [] : [askForHost]),
    async (draft, frame) => {
      const stored = await services.keys.stored(draft.name).catch(() => 'unreadable' as const);
      if (stored !== undefined && (stored === 'unreadable' || stored.origin !== new URL(draft.address).origin)) {
        return await askForAndSaveKey(services, draft, frame);
      }
      await services.connections.write(draft);
      return draft;
    },
  ]);
}

async function runSteps(first: PaidConnection, frame: StepFrame, steps: readonly Step[]): ReturnType<Step> {
  let draft = first;
  for (let at = 0; ;) {
    const step = steps[at];
    if (step === undefined) {
      return draft;
    }
    const number = frame.totalSteps === undefined ? undefined : at + 1;
    const done = await step(draft, { ...frame, step: number, canGoBack: at > 0 || frame.canGoBack });
    if (done === undefined || (done === back && at === 0)) {
      return done;
    }
    at += done === back ? -1 : 1;
    draft = done === back ? draft : done;
  }
}

async function askForService({ name, address, ...kind }: PaidConnection, frame: StepFrame): ReturnType<Step> {
  const { label } = describeKind(kind);
  const rows = newConnections.map((offered) => ({ ...describeKind(offered), offered }));
  const picked = await pickRow(rows, {
    ...frame,
    placeholder: vscode.l10n.t('Select the service that your key is for'),
    active: rows.find((row) => row.label === label),
  });
  return typeof picked === 'object' ? { ...picked.offered, name, address } : picked;
}

async function askForAddress(draft: PaidConnection, frame: StepFrame): ReturnType<Step> {
  const text = await askForText({
    ...frame,
    prompt: vscode.l10n.t('Base URL. {0}', describeKind(draft).address),
    placeholder: 'https://',
    value: draft.address,
    validate: (typed) => {
      const address = parseBaseUrl(typed);
      return isAddressRefusal(address) ? vscode.l10n.t('The base URL {0}', address.refused) : undefined;
    },
  });
  if (typeof text !== 'string') {
    return text;
  }
  const address = parseBaseUrl(text);
  return isAddressRefusal(address) ? undefined : { ...draft, address: address.baseUrl };
}

async function askForHost(draft: PaidConnection, frame: StepFrame): ReturnType<Step> {
  const host = await askForText({
    ...frame,
    prompt: vscode.l10n.t("The host header's value. Its name is set in socialData.connections."),
    value: draft.marketplace?.host ?? '',
    validate: checkHeaderValue,
  });
  return typeof host === 'string' ? withHost(draft, host) : host;
}

async function askForName(draft: PaidConnection, frame: StepFrame, others: readonly string[]): ReturnType<Step> {
  const host = new URL(draft.address).hostname.slice(0, maxNameLength);
  const name = await askForText({
    ...frame,
    prompt: vscode.l10n.t('A name for the status bar and Select Connection…'),
    value: draft.name === '' && checkConnectionName(host, others) === undefined ? host : draft.name,
    validate: (typed) => checkConnectionName(typed, others),
  });
  return typeof name === 'string' ? { ...draft, name } : name;
}

export async function askForAndSaveKey(
  services: KeyServices,
  draft: PaidConnection,
  frame: Partial<StepFrame>,
): ReturnType<Step> {
  const key = await askForKey(draft, frame);
  return typeof key !== 'object' ? key : (await saveKeyAndConnection(services, draft, key)) ? draft : undefined;
}

function withHost(draft: PaidConnection, host: string): PaidConnection {
  return draft.marketplace === undefined ? draft : { ...draft, marketplace: { ...draft.marketplace, host } };
}

/** @returns the key, or where each request reads it from */
async function askForKey(connection: PaidConnection, frame: Partial<StepFrame>): Promise<KeyOrSource | Back | undefined> {
  const { l10n } = vscode;
  const { name, address, marketplace } = connection;
  const { origin } = new URL(address);
  const title = l10n.t('Set API Key: {0}', sanitizeForVsCode(name));
  const header = marketplace?.keyHeader ?? 'X-API-KEY';
  for (;;) {
    const key = await askForText({
      ...frame,
      title,
      prompt: l10n.t('{0} Sent as {1} only to {2}. Stored in secret storage.', describeKind(connection).key, header, origin),
      placeholder: l10n.t('Paste the key, or press Enter to read it from .env'),
      password: true,
      validate: (typed) => (typed === '' ? undefined : checkHeaderValue(typed)),
    });
    if (key === undefined || key === back) {
      return key;
    }
    if (key !== '') {
      return { key, origin };
    }
    const from = await pickKeySource({ ...frame, title, canGoBack: true }, origin);
    if (from !== back) {
      return from === undefined ? undefined : { from, origin };
    }
  }
}

/** Saves the address and key together. @returns false if the key wasn't saved */
async function saveKeyAndConnection(services: KeyServices, connection: PaidConnection, stored: KeyOrSource): Promise<boolean> {
  const { connections, keys, log } = services;
  const { name } = connection;
  const isNew = connections.find(name) === undefined;
  if (!(await storeKeyOrKeepForSession(services, name, stored))) {
    return false;
  }
  try {
    await connections.write(connection);
  } catch (error) {
    if (isNew) {
      await keys.remove(name);
    }
    throw error;
  }
  completeWalkthroughStep('key');
  log.info(`The key for ${name} was saved. It is sent only to ${stored.origin}.`);
  vscode.window.setStatusBarMessage(vscode.l10n.t('API key for {0} saved.', sanitizeForVsCode(name)), 4_000);
  return true;
}

/** @returns false if the key wasn't saved and the user declines to use it for this session */
async function storeKeyOrKeepForSession({ keys, log }: KeyServices, name: string, stored: KeyOrSource): Promise<boolean> {
  try {
    await keys.store(name, stored);
    return true;
  } catch (error) {
    log.error(
      `The key for ${name} couldn't be saved in secret storage: ${error instanceof Error ? error.message : String(error)}`,
    );
    const isForSession = await confirm(
      vscode.l10n.t("Couldn't save the key in secret storage."),
      vscode.l10n.t('You can use the key until this window closes.'),
      vscode.l10n.t('Use for This Session Only'),
    );
    if (isForSession) {
      keys.keepForSession(name, stored);
    }
    return isForSession;
  }
}

/** Prompts for an environment or `.env` variable, whose value is neither shown nor saved. */
async function pickKeySource(frame: StepFrame, origin: string): Promise<KeySource | Back | undefined> {
  const { l10n } = vscode;
  const placeholder = l10n.t('Which variable contains the key? It is sent only to {0}.', origin);
  const other: KeySourceItem = { label: `$(folder-opened) ${l10n.t('Other File…')}` };
  const files = await vscode.workspace.findFiles('**/.env{,.*}', '**/node_modules/**', maxEnvFiles);
  const found = (await Promise.all(files.map(readKeySourcesInFile))).flat();
  const inEnvironment = Object.keys(process.env)
    .filter((variable) => likeKey.test(variable))
    .toSorted((a, b) => a.localeCompare(b))
    .map((variable) => ({ label: variable, description: l10n.t('Environment'), place: { variable } }));
  let rows: readonly KeySourceItem[] = [...found, ...inEnvironment, other];
  for (;;) {
    const picked = rows.length === 1 ? other : await pickRow(rows, { ...frame, placeholder });
    if (picked !== other) {
      return typeof picked === 'object' ? picked.place : picked;
    }
    const [file] = (await vscode.window.showOpenDialog({ title: l10n.t('Select a .env file that contains the key') })) ?? [];
    if (file === undefined) {
      return back;
    }
    rows = [...(await readKeySourcesInFile(file)), other];
  }
}

async function readKeySourcesInFile(file: vscode.Uri): Promise<readonly KeySourceItem[]> {
  if (file.scheme !== 'file') {
    return []; // a key can only be read from a file on disk
  }
  const values = await readEnvFile(file.fsPath);
  const description = sanitizeForVsCode(vscode.workspace.asRelativePath(file));
  return Object.keys(values)
    .toSorted((a, b) => Number(likeKey.test(b)) - Number(likeKey.test(a)))
    .map((variable) => ({ label: sanitizeForVsCode(variable), description, place: { variable, file: file.fsPath } }));
}
