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
  switch (kind) {
    case 'user':
      return named(kind, fact('username'));
    case 'list':
    case 'community':
    case 'space':
      return named(kind, fact('id'));
    case 'post':
    case 'job':
    case 'trend':
    case 'place':
    case 'hashtagPoint':
    case 'handleState':
    case 'other': {
      const url = fact('url');
      return isWebAddress(url) ? { kind: 'link', url } : undefined;
    }
  }
}

/** Whether a text is an address that a browser opens. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\//.test(text);
}

function named(kind: 'user' | 'list' | 'community' | 'space', name: string): OwnPage | undefined {
  return name === '' ? undefined : { kind, name };
}
