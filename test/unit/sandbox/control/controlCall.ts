import assert from 'node:assert/strict';
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

/** A path of the Primary API without parameters. */
export const emojis = '/misc/emojis';

/** A request to the Primary API. */
export async function requestPrimary(sandbox: Sandbox, key: string, path = emojis): Promise<Got> {
  return await get(sandbox.primary, path, { key });
}

/** Sets a key's fault rules. @throws if they are rejected */
export async function plan(sandbox: Sandbox, key: string, ...rules: readonly Readonly<Record<string, unknown>>[]): Promise<void> {
  const { status, text } = await control(sandbox, 'faults', { key, rules });
  assert.equal(status, 200, text);
}

/** The statuses of consecutive requests. */
export async function statusesOf(sandbox: Sandbox, key: string, calls: number, path = emojis): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (let call = 0; call < calls; call += 1) statuses.push((await requestPrimary(sandbox, key, path)).status);
  return statuses;
}

/** A key's logged requests. */
export async function requestsOf(sandbox: Sandbox, key: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { body } = await control(sandbox, 'requests', undefined, key);
  return (body as { readonly requests: readonly Readonly<Record<string, unknown>>[] }).requests;
}
