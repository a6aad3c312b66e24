import assert from 'node:assert/strict';
import { channel } from 'node:diagnostics_channel';
import type { Endpoint, AnswerFormat, Service } from '../../../src/client/endpoint.ts';
import { createRouter } from '../../../src/client/route.ts';
import type { AnsweredCall } from '../../../src/sandbox/requestHandler.ts';
import { answerCheckedChannel } from './answerCheckedChannel.ts';
import { createAnswerCheck, type EndpointAnswer } from './createAnswerCheck.ts';
import { toHeaderRecord } from './toHeaderRecord.ts';
import type { ReceivedAnswer } from './receivedAnswer.ts';

/** Holds answers of sandboxes against the OpenAPI documents, and keeps what does not fit. */
export interface AnswerConformanceLog {
  /**
   * Takes an answer of a sandbox in this process, as it was before a rule spoiled its delivery.
   * @returns what is wrong with it; undefined when nothing is
   */
  readonly checkCall: (answered: AnsweredCall) => string | undefined;
  /** Takes an answer that came over the wire. What is no answer of an endpoint is passed over: see `endpointOf`. */
  readonly checkReceived: (answer: ReceivedAnswer) => void;
  /** How many answers were held against the documents. */
  readonly checked: () => number;
  /** @throws AssertionError with each call whose answer did not fit */
  readonly assertConformance: () => void;
}

/**
 * @param rows the table of the sandboxes whose answers come
 * @param format what the answers have whatever is asked for; default: as they say
 */
export async function createAnswerConformanceLog(
  rows: readonly Endpoint[],
  format?: AnswerFormat,
): Promise<AnswerConformanceLog> {
  const faultOf = await createAnswerCheck(rows, format === undefined ? undefined : () => format);
  const endpointOf = createEndpointFinder(rows);
  const misfits = new Set<string>();
  let checked = 0;
  const take = (answer: EndpointAnswer, target: string): string | undefined => {
    checked += 1;
    channel(answerCheckedChannel).publish(undefined);
    const fault = faultOf(answer);
    if (fault !== undefined) misfits.add(`${answer.endpoint.id}: ${answer.method} ${target} ${answer.status}: ${fault}`);
    return fault;
  };
  return {
    checkCall: ({ method, routed: { endpoint, aliasPath, pathname, rawQuery }, reply, isErrorRequested }) => {
      const { status } = reply;
      const headers = toHeaderRecord(reply.headers);
      return take(
        { endpoint, method, aliasPath, status, headers, text: reply.bytes.toString(), isErrorRequested },
        `${pathname}?${rawQuery}`,
      );
    },
    checkReceived: (answer) => {
      const found = endpointOf(answer);
      if (found !== undefined) take({ ...answer, ...found }, answer.target);
    },
    checked: () => checked,
    assertConformance: () => assert.deepEqual([...misfits], [], 'answers that do not fit the OpenAPI documents'),
  };
}

type Found = Pick<EndpointAnswer, 'endpoint' | 'aliasPath'>;

/** Finds whose answer came: undefined for control calls, pictures, and paths and methods that lead to no endpoint. */
function createEndpointFinder(rows: readonly Endpoint[]): (answer: ReceivedAnswer) => Found | undefined {
  const routerOf = (service: Service) => createRouter(rows.filter((row) => row.service === service));
  const routers: Readonly<Record<string, ReturnType<typeof routerOf>>> = {
    primary: routerOf('primary'),
    gateway: routerOf('gateway'),
  };
  return ({ method, target }) => {
    const [, service = '', pathname = ''] = /^\/(primary|gateway)(\/[^?]*)/.exec(target) ?? [];
    const match = routers[service]?.(method, pathname);
    switch (match?.kind) {
      case undefined:
      case 'notFound':
      case 'methodNotAllowed':
        return undefined;
      case 'malformed':
        return { endpoint: match.endpoint, aliasPath: undefined };
      case 'found':
        return { endpoint: match.endpoint, aliasPath: match.alias?.path };
    }
  };
}
