import assert from 'node:assert/strict';
import type { Sandbox } from '../../../../src/sandbox/server.ts';
import { control } from '../control/controlCall.ts';
import { get, type Got } from '../testSandbox.ts';

/** A claim of docs/sandbox.md and its check. */
export interface Fact {
  /** Sentences and rows on the page. */
  readonly says: readonly string[];
  /** @param sandbox has the complete sample data; all facts share it and use their own keys */
  readonly holds: (sandbox: Sandbox) => void | Promise<void>;
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
