import type { Sandbox } from '../../../../src/sandbox/server.ts';
import { get, type Got } from '../testSandbox.ts';

/** A control request with the sandbox's token: a POST if there is a body, otherwise a GET. */
export async function control(sandbox: Sandbox, name: string, body?: unknown, key?: string): Promise<Got> {
  return await get(originOf(sandbox), `__sandbox/${name}`, {
    key,
    headers: { 'X-Sandbox-Control': sandbox.control },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
}

export function originOf(sandbox: Sandbox): string {
  return new URL(sandbox.primary).origin;
}
