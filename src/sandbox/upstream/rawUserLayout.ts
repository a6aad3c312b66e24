import type { SandboxWorld } from '../world/world.ts';

/**
 * The layouts that the upstream platform's users have had (assumption 4.12):
 * `legacy` until early 2025, everything under `legacy`; `both` until the summer of 2026, names in `core` and counts in `legacy`;
 * `core` since then, without `legacy`. What else changed with the years goes with them: where timelines stand,
 * whether empty lists are sent.
 */
export const rawUserLayouts = ['legacy', 'both', 'core'] as const;
export type RawUserLayout = (typeof rawUserLayouts)[number];

export type UpstreamObject = Readonly<Record<string, unknown>>;

export interface UpstreamContext {
  readonly world: SandboxWorld;
  readonly rawUserLayout: RawUserLayout;
}

/** Leaves out the empty lists, as the platform does since 2026; before, they are there. */
export function omitEmptyArraysUnlessLegacy(
  context: UpstreamContext,
  lists: Readonly<Record<string, readonly unknown[]>>,
): Readonly<Record<string, readonly unknown[]>> {
  return context.rawUserLayout === 'legacy'
    ? lists
    : Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0));
}
