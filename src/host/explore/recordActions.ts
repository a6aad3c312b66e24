import * as vscode from 'vscode';
import { toCurl } from '../../catalog/curl.ts';
import { tweet } from '../../client/endpoints/table.ts';
import { bodyText, type Exchange } from '../../client/exchange.ts';
import { sliceJson } from '../../client/json/sliceJson.ts';
import { runCommand } from '../shared/commands.ts';
import { showExchange, toExchangeUri } from '../shared/kept/exchangeDocuments.ts';
import { presentRefusal } from '../shared/words/presentRefusal.ts';
import { presentOtherWorld } from '../shared/words/presentWorld.ts';
import { siteOfWorld } from '../shared/connections/siteOf.ts';
import type { Services } from '../shared/services.ts';
import { PagedNode } from '../shared/tree/pagedNode.ts';
import { RecordNode } from '../shared/tree/recordNode.ts';
import type { TreeNode } from '../shared/tree/treeNode.ts';
import { type KeptAnswer, keptOfPin } from './keptOfPin.ts';
import { recordAddress } from './recordAddress.ts';

/** How long a word of success stands in the status bar, in milliseconds. */
const statusMs = 4_000;

/** Asks to view the thread of a post: the look-up shows what it costs. */
export async function viewThread(node: TreeNode | undefined): Promise<void> {
  if (!(node instanceof RecordNode) || node.record.kind !== 'post') {
    return;
  }
  if (!node.canAsk(tweet.service)) {
    const { text, story } = presentOtherWorld(node.world);
    presentRefusal(`${text} ${story}`);
    return;
  }
  await runCommand('socialData.threads.view', node.record.id);
}

/** Puts the web addresses of rows on the clipboard, one a line. */
export async function copyLinks(nodes: readonly TreeNode[]): Promise<void> {
  await copy(recordsOf(nodes).flatMap((node) => recordAddress(node.record, siteOfWorld(node.world)) ?? []));
}

export async function copyIds(nodes: readonly TreeNode[]): Promise<void> {
  await copy(recordsOf(nodes).flatMap(({ record }) => (record.kind === 'line' ? [] : (record.id ?? []))));
}

export async function copyHandles(nodes: readonly TreeNode[]): Promise<void> {
  await copy(
    recordsOf(nodes).flatMap(({ record }) => {
      const user = record.kind === 'post' ? record.author : record.kind === 'user' ? record : undefined;
      return user?.handle === undefined ? [] : [`@${user.handle}`];
    }),
  );
}

/** Puts the records on the clipboard exactly as they stand in their answers: one alone, several as an array. */
export async function copyJson(services: Pick<Services, 'client'>, nodes: readonly TreeNode[]): Promise<void> {
  const texts: string[] = [];
  const records = recordsOf(nodes);
  for (const node of records) {
    const kept = await answerOf(services, node);
    const text = kept === undefined ? undefined : sliceJson(bodyText(kept.exchange), kept.path);
    if (text !== undefined) {
      texts.push(text);
    }
  }
  const [only] = texts;
  if (only === undefined) {
    refuseGone(nodes);
    return;
  }
  await copy([texts.length === 1 ? only : `[${texts.join(',\n')}]`]);
  sayMissing(records.length - texts.length, records.length);
}

/** Puts the call that brought a row on the clipboard, with a placeholder for the key. */
export async function copyAsCurl(services: Services, nodes: readonly TreeNode[]): Promise<void> {
  const { connections } = services;
  const exchange = await firstExchange(services, nodes);
  if (exchange === undefined) {
    return;
  }
  const isMarketplace = connections.kindOf(exchange.request.service) === 'marketplace' && connections.isCurrent(exchange);
  await copy([toCurl(exchange.request, isMarketplace ? 'marketplace' : 'direct')]);
}

/** Opens the answer that a row came with; where the last load failed, the answer that says why. Free. */
export async function openAnswer(services: Services, nodes: readonly TreeNode[]): Promise<void> {
  const [node] = nodes;
  const failed = node instanceof PagedNode ? node.source.state.failure?.error.exchange : undefined;
  const exchange = failed ?? (await firstExchange(services, nodes));
  if (exchange !== undefined) {
    await showExchange(services, exchange);
  }
}

/** Saves the answers that rows came with as fixtures, each once; asks for each name. */
export async function saveAsFixtures(services: Services, nodes: readonly TreeNode[]): Promise<void> {
  const saved = new Set<string>();
  let missing = 0;
  for (const node of nodes) {
    const { exchange } = (await answerOf(services, node)) ?? {};
    missing += exchange === undefined ? 1 : 0;
    if (exchange !== undefined && !saved.has(exchange.id)) {
      saved.add(exchange.id);
      services.exchanges.put(exchange);
      await runCommand('socialData.fixtures.save', toExchangeUri(exchange, 'exact'));
    }
  }
  if (saved.size === 0) {
    refuseGone(nodes);
    return;
  }
  sayMissing(missing, nodes.length);
}

export async function openInBrowser(nodes: readonly TreeNode[]): Promise<void> {
  const [node] = recordsOf(nodes);
  const address = node === undefined ? undefined : recordAddress(node.record, siteOfWorld(node.world));
  if (address === undefined || node === undefined) {
    return;
  }
  if (node.world !== 'platform') {
    presentRefusal(vscode.l10n.t('The sandbox’s people and posts are made up: there is no page about them on the web.'));
    return;
  }
  await vscode.env.openExternal(vscode.Uri.parse(address, true));
}

async function firstExchange(services: Pick<Services, 'client'>, nodes: readonly TreeNode[]): Promise<Exchange | undefined> {
  const [node] = nodes;
  const kept = node === undefined ? undefined : await answerOf(services, node);
  if (kept === undefined) {
    refuseGone(nodes);
  }
  return kept?.exchange;
}

/** The answer that a row came with, or that is kept about a pin; and where in it the row's record stands. */
async function answerOf(services: Pick<Services, 'client'>, node: TreeNode): Promise<KeptAnswer | undefined> {
  if (node instanceof RecordNode && node.pages === undefined) {
    return await keptOfPin(services, node.record);
  }
  const record = node instanceof RecordNode ? node.record : undefined;
  const exchange =
    node instanceof PagedNode
      ? await node.exchangeOf()
      : node instanceof RecordNode
        ? await node.pages?.exchangeOf(node.record)
        : undefined;
  return exchange === undefined ? undefined : { exchange, path: record?.path ?? [] };
}

/** Says why there is nothing to show, save or copy of rows. */
function refuseGone([node]: readonly TreeNode[]): void {
  presentRefusal(
    node instanceof RecordNode && node.pages === undefined
      ? vscode.l10n.t('No answer about this pin is kept. Look Up brings one; nothing was called and nothing was spent.')
      : vscode.l10n.t('The answer that this came with is no longer kept. Call Again brings a new one; nothing was spent.'),
  );
}

/** Says how many of the rows were left out of what was copied or saved. */
function sayMissing(missing: number, rows: number): void {
  if (missing > 0) {
    presentRefusal(
      vscode.l10n.t('{0} of {1} rows were left out: their answers are no longer kept. Nothing was spent.', missing, rows),
    );
  }
}

function recordsOf(nodes: readonly TreeNode[]): readonly RecordNode[] {
  return nodes.filter((node) => node instanceof RecordNode);
}

async function copy(texts: readonly string[]): Promise<void> {
  if (texts.length === 0) {
    presentRefusal(vscode.l10n.t('There is nothing to copy from this row.'));
    return;
  }
  await vscode.env.clipboard.writeText(texts.join('\n'));
  vscode.window.setStatusBarMessage(
    texts.length === 1 ? vscode.l10n.t('Copied.') : vscode.l10n.t('Copied {0} lines.', texts.length),
    statusMs,
  );
}
