import type { SandboxWorld } from '../world/world.ts';

/**
 * The layouts that the upstream platform's users have had (assumption 4.12):
 * `legacy` until early 2025, everything under `legacy`; `both` until the summer of 2026, names in `core` and counts in `legacy`;
 * `core` since then, without `legacy`. What else changed with the years goes with them: where timelines stand,
 * whether empty lists are sent, the order of keys.
 */
export const rawUserLayouts = ['legacy', 'both', 'core'] as const;
export type RawUserLayout = (typeof rawUserLayouts)[number];

/** What a record needs to be given in the upstream platform's own JSON. */
export interface UpstreamContext {
  readonly world: SandboxWorld;
  readonly rawUserLayout: RawUserLayout;
}

/** A body as it goes out: since 2026 the platform sends its keys in the order of the alphabet. */
export function toUpstreamKeyOrder(context: UpstreamContext, value: unknown): unknown {
  return context.rawUserLayout === 'legacy' ? value : sortKeysDeep(value);
}

function sortKeysDeep(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeysDeep);
  if (typeof value !== 'object' || value === null) return value;
  const entries: readonly (readonly [string, unknown])[] = Object.entries(value);
  return Object.fromEntries(
    entries.toSorted(([left], [right]) => (left < right ? -1 : 1)).map(([key, inner]) => [key, sortKeysDeep(inner)]),
  );
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
