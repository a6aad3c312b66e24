import type { ExchangeRequest } from './exchange.ts';

/**
 * What makes two calls the same question: service, base address, method, path and query in any order, body. Never the key.
 */
export function identityOf(request: Pick<ExchangeRequest, 'service' | 'baseUrl' | 'method' | 'target' | 'body'>): string {
  return [request.service, request.baseUrl, request.method, sortedTarget(request.target), request.body ?? ''].join(' ');
}

function sortedTarget(target: string): string {
  const at = target.indexOf('?');
  if (at === -1) {
    return target;
  }
  const pairs = target.slice(at + 1).split('&');
  const isSorted = pairs.every((pair, index) => index === 0 || (pairs[index - 1] ?? '') <= pair);
  return isSorted ? target : `${target.slice(0, at)}?${pairs.toSorted().join('&')}`;
}
