import assert from 'node:assert/strict';
import type { Endpoint, AnswerFormat } from '../../../src/client/endpoint.ts';
import { errorsByReservedKey } from '../../../src/sandbox/reserved/refusals.ts';
import { type AnswerConformanceLog, createAnswerConformanceLog } from '../../support/openApi/answerConformanceLog.ts';
import { type Ask, get, type Got } from './testSandbox.ts';

/**
 * `get` for sandboxes that run in a thread or a process of their own: each answer of an endpoint is held against the
 * OpenAPI documents as it came over the wire, and the suite that calls this fails at its end when one does not fit, or
 * when there was none. An answer that a rule spoils is no such answer: such tests start their sandbox in this process.
 *
 * @param rows the table of those sandboxes
 * @param format what their answers have whatever is asked for; default: as they say
 */
export function useCheckedGet(rows: readonly Endpoint[], format?: AnswerFormat): typeof get {
  let ledger: AnswerConformanceLog | undefined;
  before(async () => {
    ledger = await createAnswerConformanceLog(rows, format);
  });
  after(() => {
    ledger?.assertConformance();
    assert.ok((ledger?.checked() ?? 0) > 0, 'no answer was held against the OpenAPI documents');
  });
  return async (base: string, path: string, ask?: Ask): Promise<Got> => {
    const got = await get(base, path, ask);
    const headers = Object.fromEntries(Object.entries(got.headers).map(([name, value]) => [name, String(value)]));
    const { status, text } = got;
    const isErrorRequested = ask?.key !== undefined && errorsByReservedKey.has(ask.key);
    const target = `${new URL(base).pathname}${path}`;
    ledger?.checkReceived({ method: ask?.method ?? 'GET', target, status, headers, text, isErrorRequested });
    return got;
  };
}
