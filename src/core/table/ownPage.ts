import type { RecordKind } from '../../client/endpoint.ts';

/** As far as the row tells. @param fact the row's value; empty for none */
export function hasWebPage(kind: RecordKind, fact: (name: 'username' | 'id' | 'url') => string): boolean {
  if (kind === 'user') {
    return fact('username') !== '';
  }
  return kind === 'list' || kind === 'community' || kind === 'space' ? fact('id') !== '' : isWebAddress(fact('url'));
}

export function isWebAddress(text: string): boolean {
  return /^https?:\/\//.test(text);
}
