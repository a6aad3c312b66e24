import { getReuseIfOfferedFree } from '../../app/cost/offeredQuotes.ts';
import { runCommand } from '../shared/commands.ts';
import { toExchangeUri } from '../shared/exchangeDocuments.ts';
import type { Services } from '../shared/services.ts';
import type { TreeNode } from '../shared/tree/treeNode.ts';
import { refuseForeignWorld } from '../shared/words/describeWorld.ts';
import { PagedNode } from './tree/pagedNode.ts';
import { RecordNode } from './tree/recordNode.ts';

/**
 * Opens what a row has loaded in the results, else what is kept of it. Where nothing is, its question stands there with its price
 * on the button. Makes no call.
 */
export async function openRowAsTable(node: TreeNode | undefined, { exchanges }: Pick<Services, 'exchanges'>): Promise<void> {
  if (!(node instanceof PagedNode)) {
    return;
  }
  const { endpoint, params } = node.source.question;
  const { pages } = node.source.state;
  const first = await node.exchangeOf();
  if (first !== undefined && pages.length > 0) {
    exchanges.put(first);
    const ids = pages.map(({ exchangeId }) => exchangeId);
    return await runCommand('socialData.results.open', toExchangeUri(first, 'exact'), ids);
  }
  const { parent } = node;
  if (parent instanceof RecordNode && !parent.canAsk(endpoint.service) && refuseForeignWorld(parent.world)) {
    return;
  }
  const texts = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
  const isFree = getReuseIfOfferedFree(node.source.quoteFirst()) !== undefined;
  await runCommand('socialData.results.ask', endpoint.id, texts, isFree ? 'free' : undefined, 'table');
}
