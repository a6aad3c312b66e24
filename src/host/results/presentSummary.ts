import * as vscode from 'vscode';
import type { Cost } from '../../app/cost/cost.ts';
import { formatCost } from '../../app/cost/formatCost.ts';

/** What leads on from the last page: more of it here, more of it only on the connection that it came from, or nothing. */
export type Onward = 'here' | 'elsewhere' | 'none';

/** "120 results · more available (≈$0.0002) · $0.0012". */
export function presentSummary({
  loaded,
  onward,
  pagePrice,
  spent,
}: {
  readonly loaded: number;
  readonly onward: Onward;
  readonly pagePrice: string;
  readonly spent: Cost;
}): string {
  const { l10n } = vscode;
  const cost = formatCost(spent);
  const results = loaded === 1 ? l10n.t('1 result') : l10n.t('{0} results', loaded);
  switch (onward) {
    case 'here':
      return l10n.t('{0} · more available ({1}) · {2}', results, pagePrice, cost);
    case 'elsewhere':
      return l10n.t('{0} · more from the connection that they came from · {1}', results, cost);
    case 'none':
      return l10n.t('{0} · end of list · {1}', results, cost);
  }
}

/** Why answers of another connection lead no further here, and what to do. */
export function presentElsewhere(baseUrl: string): string {
  return vscode.l10n.t(
    'These answers came from another connection ({0}). Nothing was called. Select that connection again to load more, or call anew.',
    baseUrl,
  );
}
