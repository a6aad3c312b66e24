import type { Endpoint } from '../../../client/endpoint.ts';
import { findEndpointById } from '../../../client/endpoints/table.ts';
import { emptyReceipt, type Exchange } from '../../../client/exchange.ts';
import { parseMoney } from '../../../client/money.ts';
import { toPage } from '../../../client/records/toPage.ts';
import { encodeCall } from '../../../client/wire.ts';
import type { Services } from '../../../workbench/services.ts';
import { pickRecords } from '../../fixtures/index.ts';
import { type CollectedPage, JobProgress } from '../collectPage.ts';
import { type CollectPlan, sandboxBaseUrl } from '../collectPlan.ts';
import { readPages, readRunSummary } from '../runFolder.ts';
import { toCollectedResponseId } from './rememberedRuns.ts';

/** As many as a tab holds. */
const maxRecords = 10_000;

/**
 * The pages with a run's first records, for a results tab. Leaves out the records that the run left out.
 * @returns an empty list if there are none
 * @throws CollectFault for a damaged page
 */
export async function readFirstPages(folder: string): Promise<readonly Exchange[]> {
  const plan = readRunSummary(folder)?.plan;
  const endpoint = findEndpointById(plan?.endpoint ?? '');
  if (plan === undefined || endpoint === undefined) {
    return [];
  }
  const exchanges: Exchange[] = [];
  const jobs = new Map<number, JobProgress>();
  let count = 0;
  for await (const page of readPages(folder)) {
    const query = { params: plan.params, entry: undefined, values: undefined };
    const job = jobs.get(page.head.job) ?? new JobProgress(plan, endpoint, query);
    jobs.set(page.head.job, job);
    const { records } = job.add(page);
    count += records.length;
    if (count > maxRecords) {
      break;
    }
    if (records.length > 0) {
      const exchange = toExchange(folder, plan, endpoint, page);
      const isWhole = toPage(exchange).records.length === records.length;
      exchanges.push(isWhole ? exchange : (pickRecords(exchange, records) ?? exchange));
    }
  }
  return exchanges;
}

/** Restores a table: reads all of its pages at once. @returns undefined if the page can't be read */
export async function readCollectedResponse({ exchanges }: Pick<Services, 'exchanges'>, id: string, folder: string) {
  const pages = await readFirstPages(folder).catch(() => []);
  pages.forEach((page) => exchanges.put(page));
  return pages.find((page) => page.id === id);
}

function toExchange(folder: string, plan: CollectPlan, endpoint: Endpoint, { head, text, value }: CollectedPage): Exchange {
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
