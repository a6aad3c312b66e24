import * as vscode from 'vscode';
import { formatExpectedPrice, formatPriceOrFreeIfKept } from '../../app/cost/formatPrice.ts';
import { type FoundLink, findIdLinks } from '../../app/lookUp/findLinks.ts';
import { toLookUpChoices } from '../../app/lookUp/lookUpChoices.ts';
import { parseLookUpInput } from '../../app/lookUp/parseLookUpInput.ts';
import { servesWorld, type World, getAnswerWorld } from '../../app/origin/world.ts';
import type { Client } from '../../client/client.ts';
import { exchangeScheme, loadKeptExchange } from '../shared/exchangeDocuments.ts';
import { readSidecarForFile } from '../shared/fixtureDocuments.ts';
import type { Services } from '../shared/services.ts';
import { refuseForeignWorld } from '../shared/words/describeWorld.ts';
import { lookUpCommandBySubject } from './createHoverText.ts';

/** A link to a look-up, with what must hold when it is pressed. */
export class LookUpLink extends vscode.DocumentLink {
  readonly document: vscode.Uri;
  readonly lookUp: vscode.Uri;
  /** Where an id came from; undefined for what a person's own text says. */
  readonly world: World | undefined;

  constructor(document: vscode.TextDocument, { start, end, text, subject }: FoundLink, world?: World) {
    super(new vscode.Range(document.positionAt(start), document.positionAt(end)));
    // an id alone is looked up as what its property says it is; a link says it itself
    const command =
      world === undefined || subject === undefined || subject === 'thread'
        ? 'socialData.lookUp.anything'
        : lookUpCommandBySubject[subject];
    this.lookUp = vscode.Uri.parse(`command:${command}?${encodeURIComponent(JSON.stringify([text]))}`);
    this.document = document.uri;
    this.world = world;
  }
}

/**
 * The links of a document to look-ups: the permalinks that were found in it and, in answers and fixtures, ids. A press opens the
 * look-up, which says what each choice costs. Makes no call and does not start the sandbox.
 */
export async function createLookUpLinks(
  services: Services,
  document: vscode.TextDocument,
  { permalinks, text }: { readonly permalinks: readonly FoundLink[]; readonly text: string },
): Promise<readonly LookUpLink[]> {
  const world = await findDocumentWorld(services, document.uri);
  const ids = world === undefined ? [] : findIdLinks(text);
  if (permalinks.length + ids.length === 0) {
    return [];
  }
  const client = await getClientWithoutSandboxStart(services);
  const tooltips = new Map<FoundLink['subject'], string>();
  const toLink = (found: FoundLink, origin?: World) => {
    const tooltip = tooltips.get(found.subject) ?? formatLookUpLinkTooltip(client, found);
    tooltips.set(found.subject, tooltip);
    return Object.assign(new LookUpLink(document, found, origin), { tooltip });
  };
  return [...permalinks.map((found) => toLink(found)), ...ids.map((found) => toLink(found, world))];
}

/** Where a press leads: nowhere else than to its own document where the connected service knows nothing of what it names. */
export function resolveLookUpLink({ connections }: Pick<Services, 'connections'>, link: LookUpLink): LookUpLink {
  const { world } = link;
  const isServed = world === undefined || servesWorld(connections, world, 'primary');
  link.target = !isServed && refuseForeignWorld(world) ? link.document : link.lookUp;
  return link;
}

/** Where the ids of an answer or a fixture came from; undefined for any other document. */
async function findDocumentWorld(services: Services, uri: vscode.Uri): Promise<World | undefined> {
  if (uri.scheme === exchangeScheme) {
    const exchange = await loadKeptExchange(services, uri.query);
    return exchange === undefined ? undefined : getAnswerWorld(services.connections, exchange);
  }
  const sidecar = await readSidecarForFile(uri);
  if (sidecar === undefined) {
    return undefined;
  }
  return sidecar.source === 'sandbox' ? 'sandbox' : 'platform';
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
    : formatPriceOrFreeIfKept(title, formatExpectedPrice(client.priceOf(choice.endpoint)));
}
