import type { RecordKind } from '../../client/records/recordKind.ts';

/** As far as its row says. @param fact what the row says there; empty for nothing */
export function hasWebPage(kind: RecordKind, fact: (name: 'username' | 'id' | 'url') => string): boolean {
  if (kind === 'user') {
    return fact('username') !== '';
  }
  return kind === 'list' || kind === 'community' || kind === 'space' ? fact('id') !== '' : isWebAddress(fact('url'));
}

export function isWebAddress(text: string): boolean {
  return /^https?:\/\//.test(text);
}
