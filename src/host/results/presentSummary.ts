import * as vscode from 'vscode';
import { presentSpentHere, type SpentHere } from '../shared/spentHere.ts';

/** What leads on from the last page: more of it here, more of it only on the connection that it came from, or nothing. */
export type Onward = 'here' | 'elsewhere' | 'none';

/** "120 loaded, more available ≈$0.0002; $0.0012 spent here". */
export function presentSummary({
  loaded,
  onward,
  pagePrice,
  spent,
}: {
  readonly loaded: number;
  readonly onward: Onward;
  readonly pagePrice: string;
  readonly spent: SpentHere;
}): string {
  const { l10n } = vscode;
  const cost = presentSpentHere(spent);
  switch (onward) {
    case 'here':
      return l10n.t('{0} loaded, more available {1}; {2}', loaded, pagePrice, cost);
    case 'elsewhere':
      return l10n.t('{0} loaded, more from the connection that they came from; {1}', loaded, cost);
    case 'none':
      return l10n.t('{0} loaded, that is all; {1}', loaded, cost);
  }
}

/** Why answers of another connection lead no further here, and what to do. */
export function presentElsewhere(baseUrl: string): string {
  return vscode.l10n.t(
    'These answers came from another connection ({0}). Nothing was called. Select that connection again to load more, or call anew.',
    baseUrl,
  );
}
