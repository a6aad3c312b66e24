import type { ExchangeRequest } from './exchange.ts';

/**
 * What makes two calls the same question: service, base address, method, path and query in any order, body. Never the key.
 */
export function identityOf(request: Pick<ExchangeRequest, 'service' | 'baseUrl' | 'method' | 'target' | 'body'>): string {
  return [request.service, request.baseUrl, request.method, sortedTarget(request.target), request.body ?? ''].join(' ');
}

function sortedTarget(target: string): string {
  const at = target.indexOf('?');
  return at === -1
    ? target
    : `${target.slice(0, at)}?${target
        .slice(at + 1)
        .split('&')
        .sort()
        .join('&')}`;
}
