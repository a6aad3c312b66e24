import type { RecordKind } from '../../client/records/recordKind.ts';

/** Where people look at a record. */
export type OwnPage =
  /** At the link that it brings. */
  | { readonly kind: 'link'; readonly url: string }
  /** Where the platform shows such things, by their names there. */
  | { readonly kind: 'user' | 'list' | 'community' | 'space'; readonly name: string };

/**
 * The page that a record has of its own; undefined where there is none.
 * @param fact what the record says there; empty for nothing
 */
export function ownPageOf(kind: RecordKind, fact: (name: 'username' | 'id' | 'url') => string): OwnPage | undefined {
  if (kind === 'user' || kind === 'list' || kind === 'community' || kind === 'space') {
    const name = fact(kind === 'user' ? 'username' : 'id');
    return name === '' ? undefined : { kind, name };
  }
  const url = fact('url');
  return isWebAddress(url) ? { kind: 'link', url } : undefined;
}

/** Whether a text is an address that a browser opens. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\//.test(text);
}
