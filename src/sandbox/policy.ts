import type { RawUserLayout } from './upstream/rawUserLayout.ts';

/** The readings of what the reference leaves open that a user can switch; each default is the stricter one. */
export interface SandboxPolicy {
  /** A valid search without a match: 502 with `attempts`, refunded, or 200 with no items (assumption T1). */
  readonly emptySearch: '502' | '200';
  /** Whether 404 and 422 are given back (assumption T3). */
  readonly refunds404And422: boolean;
  /** Whether every answer says `X-Sandbox` (assumption 1.19). */
  readonly marksAnswers: boolean;
  /** The layout of the upstream platform's users in raw answers (assumption 4.12). */
  readonly rawUserLayout: RawUserLayout;
}

export const defaultSandboxPolicy: SandboxPolicy = {
  emptySearch: '502',
  refunds404And422: false,
  marksAnswers: true,
  rawUserLayout: 'both',
};
