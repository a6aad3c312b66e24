import { findEndpointById } from '../../../client/endpoints/table.ts';
import { emptyReceipt, type Exchange } from '../../../client/exchange.ts';
import { parseMoney } from '../../../client/money.ts';
import { toPage } from '../../../client/records/toPage.ts';
import { encodeCall } from '../../../client/wire.ts';
import type { CollectedPage } from '../collectPage.ts';
import { type CollectPlan, sandboxBaseUrl } from '../collectPlan.ts';
import { readPage, readPages, readRunSummary } from '../runFolder.ts';
import { toCollectedResponseId } from './index.ts';

/** As many as a tab holds. */
const maxRecords = 10_000;

/** The pages with a run's first records, for a results tab. Empty if there are none. @throws CollectFault for a damaged page */
export async function readFirstPages(folder: string): Promise<readonly Exchange[]> {
  const plan = readRunSummary(folder)?.plan;
  const exchanges: Exchange[] = [];
  let count = 0;
  if (plan !== undefined) {
    for await (const page of readPages(folder)) {
      const exchange = toExchange(folder, plan, page);
      count += exchange === undefined ? 0 : toPage(exchange).records.length;
      if (count > maxRecords) {
        break;
      }
      exchanges.push(...(exchange === undefined ? [] : [exchange]));
    }
  }
  return exchanges;
}

/** @returns undefined if the page or its run can't be read */
export async function readCollectedResponse({
  folder,
  page,
}: {
  readonly folder: string;
  readonly page: number;
}): Promise<Exchange | undefined> {
  const plan = readRunSummary(folder)?.plan;
  const read = plan === undefined ? undefined : await readPage(folder, page).catch(() => undefined);
  return plan === undefined || read === undefined ? undefined : toExchange(folder, plan, read);
}

/** @returns undefined for a page without a response */
function toExchange(folder: string, plan: CollectPlan, { head, text, value }: CollectedPage): Exchange | undefined {
  const endpoint = findEndpointById(plan.endpoint);
  if (endpoint === undefined || head.error !== undefined) {
    return undefined;
  }
  const isSandbox = plan.baseUrl === sandboxBaseUrl;
  const params = plan.as === undefined ? head.params : plan.params; // a table shows the records of all entries
  return {
    id: toCollectedResponseId(folder, head.page),
    request: {
      ...{ service: endpoint.service, endpointId: endpoint.id, params, format: 'simple', baseUrl: plan.baseUrl },
      ...encodeCall(endpoint, endpoint.params.parse(head.params), 'simple'),
    },
    status: 200,
    headers: { 'content-type': 'application/json', ...(isSandbox ? { 'x-sandbox': 'collected' } : {}) },
    body: new TextEncoder().encode(text),
    receipt: { ...emptyReceipt, price: parseMoney(head.cost, 'up'), ...(isSandbox ? { isPlayMoney: true } : {}) },
    ...{ sentAt: head.sentAt, durationMs: 0, attempts: 1, value, warnings: [], from: 'history' },
  };
}
