import type { AnswerFormat } from '../../../src/client/endpoint.ts';
import { endpoints } from '../../../src/client/endpoints/table.ts';
import type { AnswerDependencies } from '../../../src/sandbox/answerCall.ts';
import {
  type Sandbox,
  type SandboxListeners,
  type SandboxOptions,
  startSandbox,
  startSandboxWithDependencies,
} from '../../../src/sandbox/server.ts';
import { type AnswerConformanceLog, createAnswerConformanceLog } from '../../support/openApi/answerConformanceLog.ts';

type Start = (listeners: SandboxListeners) => Promise<Sandbox>;

/**
 * startSandbox for tests: each answer of an endpoint is held against the OpenAPI documents, whoever asked for it and how.
 * @returns a sandbox whose `close` throws when an answer did not fit
 */
export async function startCheckedSandbox(options: SandboxOptions = {}, listeners: SandboxListeners = {}): Promise<Sandbox> {
  return await checked(await createAnswerConformanceLog(endpoints), listeners, (both) => startSandbox(options, both));
}

/**
 * The same for startSandboxWithDependencies: the documents are made from its own table.
 * @param format what the answers have whatever is asked for; default: as they say
 */
export async function startCheckedSandboxOver(
  parts: AnswerDependencies,
  options: SandboxOptions = {},
  listeners: SandboxListeners = {},
  format?: AnswerFormat,
): Promise<Sandbox> {
  return await checked(await createAnswerConformanceLog(parts.endpoints, format), listeners, (both) =>
    startSandboxWithDependencies(parts, options, both),
  );
}

async function checked(ledger: AnswerConformanceLog, listeners: SandboxListeners, start: Start): Promise<Sandbox> {
  const sandbox = await start({
    ...listeners,
    onAnswered: (answered) => {
      ledger.checkCall(answered);
      listeners.onAnswered?.(answered);
    },
  });
  return {
    ...sandbox,
    close: async () => {
      await sandbox.close();
      ledger.assertConformance();
    },
  };
}
