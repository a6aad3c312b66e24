import assert from 'node:assert/strict';
import type { Format } from '../../../src/client/endpoint.ts';
import { endpoints } from '../../../src/client/endpoints/table.ts';
import type { SandboxParts } from '../../../src/sandbox/answerCall.ts';
import {
  type LocalSandbox,
  type SandboxListeners,
  type SandboxOptions,
  startSandbox,
  startSandboxOver,
} from '../../../src/sandbox/server.ts';
import type { AnsweredCall } from '../../../src/sandbox/serviceDesk.ts';
import { createAnswerCheck } from '../../support/openApi/createAnswerCheck.ts';

type Start = (listeners: SandboxListeners) => Promise<LocalSandbox>;

/**
 * startSandbox for tests: each answer of an endpoint is held against the OpenAPI documents, whoever asked for it and how.
 * @returns a sandbox whose `close` throws when an answer did not fit
 */
export async function startCheckedSandbox(options: SandboxOptions = {}, listeners: SandboxListeners = {}): Promise<LocalSandbox> {
  return await checked(await createAnswerCheck(endpoints), listeners, (both) => startSandbox(options, both));
}

/**
 * The same for startSandboxOver: the documents are made from its own table.
 * @param format what the answers have whatever is asked for; default: as they say
 */
export async function startCheckedSandboxOver(
  parts: SandboxParts,
  options: SandboxOptions = {},
  listeners: SandboxListeners = {},
  format?: Format,
): Promise<LocalSandbox> {
  const faultOf = await createAnswerCheck(parts.endpoints, format === undefined ? undefined : () => format);
  return await checked(faultOf, listeners, (both) => startSandboxOver(parts, options, both));
}

async function checked(
  faultOf: (answered: AnsweredCall) => string | undefined,
  listeners: SandboxListeners,
  start: Start,
): Promise<LocalSandbox> {
  const misfits = new Set<string>();
  const sandbox = await start({
    ...listeners,
    onAnswered: (answered) => {
      const fault = faultOf(answered);
      const { method, routed, reply } = answered;
      const { endpoint, pathname, rawQuery } = routed;
      if (fault !== undefined) misfits.add(`${endpoint.id}: ${method} ${pathname}?${rawQuery} ${reply.status}: ${fault}`);
      listeners.onAnswered?.(answered);
    },
  });
  return {
    ...sandbox,
    close: async () => {
      await sandbox.close();
      assert.deepEqual([...misfits], [], 'answers that do not fit the OpenAPI documents');
    },
  };
}
