import * as vscode from 'vscode';
import {
  checkConnectionName,
  checkMarketplaceHost,
  maxNameLength,
  type PaidConnection,
} from '../../../core/connections/connectionSettings.ts';
import { isAddressRefusal, parseBaseUrl } from '../../../client/address.ts';
import { sanitizeForVsCode } from '../../../core/text/stripHiddenCharacters.ts';
import { askForKey, type KeyServices, saveKeyAndConnection } from './apiKey.ts';
import { describeKind, newConnections } from './connectionTexts.ts';
import { askForText, back, type Back, pickRow, type StepFrame } from './quickSteps.ts';

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
    // a marketplace's host is usually its address's; *Edit Address…* changes it
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
    validate: checkMarketplaceHost,
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
