import { getWorldPermalinkBase } from '../../app/origin/getPermalinkBase.ts';
import { toRecordUrl } from '../../app/records/toRecordUrl.ts';
import { getTrendQuery } from '../../app/records/treeRecord.ts';
import { gatewaySpace, search } from '../../client/endpoints/table.ts';
import { showAnswer } from '../shared/callAndShow.ts';
import { runCommand } from '../shared/commands.ts';
import type { Services } from '../shared/services.ts';
import type { TreeNode } from '../shared/tree/treeNode.ts';
import { refuseForeignWorld } from '../shared/words/describeWorld.ts';
import { RecordNode } from './tree/recordNode.ts';

/** Opens the page of a Space where it is kept; else the look-up, which says what it costs. Makes no call. */
export async function openSpace(node: TreeNode | undefined, services: Services): Promise<void> {
  if (!(node instanceof RecordNode) || node.record.kind !== 'space') {
    return;
  }
  if (!node.canAsk(gatewaySpace.service) && refuseForeignWorld(node.world)) {
    return;
  }
  const client = await services.client();
  const kept = client.quote(gatewaySpace, { space_id: node.record.id }, { reuse: 'only' });
  if (kept?.kind === 'kept') {
    return await showAnswer(services, kept.exchange);
  }
  await runCommand('socialData.lookUp.anything', toRecordUrl(node.record, getWorldPermalinkBase(node.world)));
}

/** Opens a search for the posts of a trend: what is kept is shown, else the button says what it costs. Makes no call. */
export async function searchTrend(node: TreeNode | undefined, services: Pick<Services, 'client'>): Promise<void> {
  if (!(node instanceof RecordNode) || node.record.kind !== 'trend') {
    return;
  }
  const client = await services.client();
  const texts = { searchItem: getTrendQuery(node.record), category: 'Top' } as const;
  const kept = client.quote(search, texts, { reuse: 'only' });
  await (kept?.kind === 'kept'
    ? runCommand('socialData.results.ask', search.id, texts, 'free')
    : runCommand('socialData.search.run', texts.searchItem));
}
