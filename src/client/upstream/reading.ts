import type { Era, UpstreamWarning, WarningKind } from './upstreamPage.ts';

/** A place in a body, by its way from the root: written out only when somebody has to be told. */
export interface Trail {
  readonly parent: Trail | undefined;
  /** A key, an index, or several keys joined by dots. */
  readonly key: string | number;
  /** Set where what is read below was put together from elsewhere: a way into it would lead nowhere. */
  readonly isEnd?: true;
}

/** What the readers of one body share. */
export interface Reading {
  /** What permalinks begin with, without a slash at the end. */
  readonly site: string;
  readonly warnings: UpstreamWarning[];
  /** The layout of the first whole user. */
  era: Era | undefined;
}

/** Where the platform's own pages are, unless somebody knows of another place. */
export const platformSite = 'https://x.com';

export function startReading(site = platformSite): Reading {
  return { site, warnings: [], era: undefined };
}

export function step(parent: Trail | undefined, key: string | number): Trail {
  return { parent, key };
}

/** As step; whatever is wrong further in is told of this place. */
export function lastStep(parent: Trail | undefined, key: string | number): Trail {
  return { parent, key, isEnd: true };
}

/** Says that something could not be read. */
export function warn(reading: Reading, kind: WarningKind, trail: Trail | undefined, message: string): void {
  const keys: (string | number)[] = [];
  for (let at = trail; at !== undefined; at = at.parent) {
    if (at.isEnd === true) keys.length = 0;
    keys.push(at.key);
  }
  reading.warnings.push({ kind, path: keys.toReversed().join('.'), message });
}
