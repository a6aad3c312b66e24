import { type Exchange, emptyReceipt } from '../../../../src/client/exchange.ts';

/** A response, by default a success without a reported cost. */
export function madeExchange(parts: Partial<Exchange> = {}): Exchange {
  return {
    id: '1',
    request: {
      service: 'primary',
      endpointId: 'primary.testLookup',
      params: {},
      format: 'simple',
      method: 'GET',
      baseUrl: 'https://api.example.test/base',
      target: '/thing/a',
    },
    status: 200,
    headers: {},
    body: new Uint8Array(),
    receipt: emptyReceipt,
    sentAt: 0,
    durationMs: 0,
    attempts: 1,
    value: {},
    warnings: [],
    from: 'network',
    ...parts,
  };
}
