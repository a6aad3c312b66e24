import * as vscode from 'vscode';
import { type TextReference, type FoundLink, findIdLinks } from '../findLinks.ts';
import { type LookUpChoice, toLookUpChoices, quoteLookUp } from '../../lookUp/index.ts';
import { readIdTimeMs, parseLookUpInput } from '../../../core/records/parseLookUpInput.ts';
import type { CommandId } from '../../../workbench/commands.ts';
import { sanitizeForVsCode } from '../../../core/text/stripHiddenCharacters.ts';
import { getReuseIfOfferedFree } from '../../../core/cost/cost.ts';
import {
  formatAge,
  formatStoredAge,
  formatPriceWithAge,
  formatExpectedPrice,
  formatPriceOrFreeIfStored,
} from '../../../core/cost/formatPrice.ts';
import type { Services } from '../../../workbench/services.ts';
import { findStoredRecord } from '../../lookUp/host/index.ts';
import { sandboxName } from '../../../core/connections/connectionSettings.ts';
import type { Client } from '../../../client/client.ts';
import { exchangeScheme, loadStoredExchange } from '../../../workbench/exchangeDocuments.ts';
import { readSidecarForFile } from '../../fixtures/host/index.ts';

const lookUpCommand: CommandId = 'socialData.lookUp.anything';

/** Each looks up one kind: an id alone does not say what it identifies, but a kept record may. */
const lookUpCommandBySubject: Readonly<Record<LookUpChoice['subject'], CommandId>> = {
  user: 'socialData.users.lookUp',
  thread: 'socialData.threads.view',
  list: 'socialData.lists.lookUp',
  community: 'socialData.communities.lookUp',
  space: lookUpCommand,
  hashtag: lookUpCommand,
  posts: lookUpCommand,
  people: lookUpCommand,
  several: lookUpCommand,
};

/**
 * What is known of a name in a text without a call: the moment in the id, the record that is kept, and what looking it up
 * would cost.
 */
export async function createHoverText(
  services: Services,
  { reading, text }: TextReference,
  gone: vscode.CancellationToken,
): Promise<vscode.MarkdownString> {
  const hover = new vscode.MarkdownString('', true);
  // the commands that its links may run ask before they call
  hover.isTrusted = { enabledCommands: Object.values(lookUpCommandBySubject) };
  const createdAt = 'id' in reading && reading.kind !== 'space' ? readIdTimeMs(reading.id) : undefined;
  if (createdAt !== undefined) {
    hover.appendMarkdown('$(calendar) ');
    hover.appendText(`${vscode.l10n.t('Created')} ${formatTime(createdAt)} · ${formatAge(createdAt, Date.now())}`);
    hover.appendMarkdown('\n\n');
  }
  const client = await services.client();
  const choices = toLookUpChoices(reading);
  const [likeliest] = choices;
  if (likeliest === undefined) {
    return hover;
  }
  const stored = await findStoredRecord(services, likeliest, reading, gone);
  const choice = choices.find(({ subject }) => subject === stored?.subject) ?? likeliest;
  if (stored !== undefined) {
    hover.appendMarkdown('$(archive) ');
    hover.appendText(
      [
        `${sanitizeForVsCode(stored.title)} · ${formatStoredAge(stored, Date.now())}`,
        ...(stored.text === '' ? [] : [sanitizeForVsCode(stored.text)]),
        ...(stored.counts.length === 0 ? [] : [stored.counts.join(' · ')]),
      ].join('\n'),
    );
    hover.appendMarkdown('\n\n');
  }
  const command = choice === likeliest ? lookUpCommand : lookUpCommandBySubject[choice.subject];
  const quote = quoteLookUp(client, choice);
  const args = encodeURIComponent(JSON.stringify([text, getReuseIfOfferedFree(quote)].filter((arg) => arg !== undefined)));
  const price = formatPriceWithAge(quote, Date.now());
  hover.appendMarkdown(`[$(search) ${vscode.l10n.t('Look Up ({0})', price)}](command:${command}?${args})`);
  return hover;
}

/** In the person's own time zone, with the zone said. */
function formatTime(ms: number): string {
  return new Date(ms).toLocaleString(vscode.env.language, { dateStyle: 'medium', timeStyle: 'long' });
}

/** @param connection the connection that an id came from; left out for text that a person wrote */
function toLookUpUri({ text, subject }: FoundLink, connection?: string): vscode.Uri {
  // an id means what its property says; a link says it itself
  const command =
    connection === undefined || subject === undefined || subject === 'thread'
      ? 'socialData.lookUp.anything'
      : lookUpCommandBySubject[subject];
  const args = connection === undefined ? [text] : [text, null, connection];
  return vscode.Uri.parse(`command:${command}?${encodeURIComponent(JSON.stringify(args))}`);
}

/**
 * The links of a document to look-ups: the permalinks that were found in it and, in responses and fixtures, ids. A press opens the
 * look-up, which says what each choice costs. Makes no call and does not start the sandbox.
 */
export async function createLookUpLinks(
  services: Services,
  document: vscode.TextDocument,
  { permalinks, text }: { readonly permalinks: readonly FoundLink[]; readonly text: string },
): Promise<readonly vscode.DocumentLink[]> {
  const connection = await findDocumentConnection(services, document.uri);
  const ids = connection === undefined ? [] : findIdLinks(text);
  if (permalinks.length + ids.length === 0) {
    return [];
  }
  const client = await getClientWithoutSandboxStart(services);
  const tooltips = new Map<FoundLink['subject'], string>();
  const toLink = (found: FoundLink, over?: string): vscode.DocumentLink => {
    const tooltip = tooltips.get(found.subject) ?? formatLookUpLinkTooltip(client, found);
    tooltips.set(found.subject, tooltip);
    const range = new vscode.Range(document.positionAt(found.start), document.positionAt(found.end));
    return Object.assign(new vscode.DocumentLink(range, toLookUpUri(found, over)), { tooltip });
  };
  return [...permalinks.map((found) => toLink(found)), ...ids.map((found) => toLink(found, connection))];
}

/** Undefined if the document is neither a response nor a fixture. */
async function findDocumentConnection(services: Services, uri: vscode.Uri): Promise<string | undefined> {
  const { connections } = services;
  if (uri.scheme === exchangeScheme) {
    const exchange = await loadStoredExchange(services, uri.query);
    return exchange === undefined ? undefined : connections.nameOf(exchange);
  }
  const sidecar = await readSidecarForFile(uri);
  if (sidecar === undefined) {
    return undefined;
  }
  return sidecar.source === 'sandbox' ? sandboxName : connections.selected('primary');
}

/** undefined where making it would start the sandbox: nobody asked for that by opening a file. */
async function getClientWithoutSandboxStart({ client, connections }: Services): Promise<Client | undefined> {
  const isIdle = (['primary', 'gateway'] as const).some(
    (service) => connections.kindOf(service) === 'sandbox' && connections.of(service) === undefined,
  );
  return isIdle ? undefined : await client();
}

/** The price is that of a call, which holds for all links of a kind; the look-up says what is free. */
function formatLookUpLinkTooltip(client: Client | undefined, { text, subject }: FoundLink): string {
  const choices = parseLookUpInput(text).flatMap(toLookUpChoices);
  const choice = choices.find((candidate) => candidate.subject === subject) ?? choices[0];
  const title = vscode.l10n.t('Look Up');
  return client === undefined || choice === undefined
    ? title
    : formatPriceOrFreeIfStored(title, formatExpectedPrice(client.priceOf(choice.endpoint)));
}
