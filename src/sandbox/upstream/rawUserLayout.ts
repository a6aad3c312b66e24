import type { SandboxWorld } from '../world/world.ts';

/**
 * The layouts of users in raw responses over time (assumption 4.12): `legacy` until early 2025, with everything under `legacy`; `both`
 * until the summer of 2026, with names in `core` and counts in `legacy`; `core` since then, without `legacy`. Other changes from those
 * periods, in timelines and empty lists, follow the same setting.
 */
export const rawUserLayouts = ['legacy', 'both', 'core'] as const;
export type RawUserLayout = (typeof rawUserLayouts)[number];

export type UpstreamObject = Readonly<Record<string, unknown>>;

export interface UpstreamContext {
  readonly world: SandboxWorld;
  readonly rawUserLayout: RawUserLayout;
}

/** The platform has left out empty lists since 2026. */
export function omitEmptyArraysUnlessLegacy(
  context: UpstreamContext,
  lists: Readonly<Record<string, readonly unknown[]>>,
): Readonly<Record<string, readonly unknown[]>> {
  return context.rawUserLayout === 'legacy'
    ? lists
    : Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0));
}
