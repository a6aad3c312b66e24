import * as vscode from 'vscode';
import { computeMaxPrice, isFreeQuote } from '../../../../core/cost/cost.ts';
import { formatExpectedPrice } from '../../../../core/cost/formatPrice.ts';
import { showExchange } from '../../../../workbench/exchangeDocuments.ts';
import type { RecordResponse, RecordTarget } from '../../../../workbench/recordTarget.ts';
import type { Services } from '../../../../workbench/services.ts';
import type { PagedSource } from './pagedSource.ts';

interface PagedRow {
  readonly source: PagedSource;
  readonly title: string;
  readonly connection: string;
}

export function createPagedTarget(row: PagedRow, { exchanges, open }: Services): RecordTarget {
  const { connection, source } = row;
  const { failure, pages } = source.state;
  const failed = failure?.error.exchange;
  const { endpoint, params } = source.query;
  const texts = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
  return {
    records: [],
    connection,
    responses: async () => (pages.length === 0 && failed !== undefined ? [{ exchange: failed }] : await findLoadedPages(row)),
    // without pages, a form with the price on its button
    ...(pages.length === 0 ? { openAsTable: async () => await open.query(endpoint, texts, { view: 'table', connection }) } : {}),
    ...(failed === undefined ? {} : { openAsJson: async () => await showExchange({ exchanges }, failed) }),
    refresh: async () => await pickPagesAndRefresh(row),
  };
}

/** Stops at the first page that is no longer stored, because the pages after it can be loaded again. */
async function findLoadedPages({ source }: PagedRow): Promise<readonly RecordResponse[]> {
  const found: RecordResponse[] = [];
  for (const page of source.state.pages) {
    const exchange = await source.exchangeOf(page);
    if (exchange === undefined) {
      break;
    }
    found.push({ exchange });
  }
  return found;
}

/** Asks which pages to pay for. */
async function pickPagesAndRefresh({ source, title }: PagedRow): Promise<void> {
  const loaded = Math.max(1, source.state.pages.length);
  const quote = source.quoteAgain();
  if (isFreeQuote(quote)) {
    return await source.session.refresh(loaded);
  }
  const again = [...new Set([loaded, 1])].map((pages) => ({
    pages,
    label: pages === 1 ? vscode.l10n.t('$(refresh) First page') : vscode.l10n.t('$(refresh) All {0} pages', pages),
    description: formatExpectedPrice(computeMaxPrice(quote, pages).amount),
  }));
  const picked = await vscode.window.showQuickPick(again, { title: vscode.l10n.t('Refresh: {0}', title) });
  await (picked === undefined ? undefined : source.session.refresh(picked.pages));
}
