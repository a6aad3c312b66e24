import assert from 'node:assert/strict';
import type { Sandbox } from '../../../../src/sandbox/server.ts';
import { control } from '../control/controlCall.ts';
import { get, type Got } from '../testSandbox.ts';

/** What docs/sandbox.md says, and how it is seen to be so. */
export interface Fact {
  /** Sentences and rows of the page that it shows. */
  readonly says: readonly string[];
  /** @param sandbox over the whole world, shared by all facts: each has keys of its own */
  readonly holds: (sandbox: Sandbox) => void | Promise<void>;
}

/** What everybody may ask, of the primary service: no parameter, one price. */
export const emojis = '/misc/emojis';

/** One call of the primary service with a key. */
export async function askPrimary(sandbox: Sandbox, key: string, path = emojis): Promise<Got> {
  return await get(sandbox.primary, path, { key });
}

/** Gives a key rules. @throws when they are refused */
export async function plan(sandbox: Sandbox, key: string, ...rules: readonly Readonly<Record<string, unknown>>[]): Promise<void> {
  const { status, text } = await control(sandbox, 'faults', { key, rules });
  assert.equal(status, 200, text);
}

/** The statuses of calls one after the other. */
export async function statusesOf(sandbox: Sandbox, key: string, calls: number, path = emojis): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (let call = 0; call < calls; call += 1) statuses.push((await askPrimary(sandbox, key, path)).status);
  return statuses;
}

/** What the log says of a key. */
export async function requestsOf(sandbox: Sandbox, key: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { body } = await control(sandbox, 'requests', undefined, key);
  return (body as { readonly requests: readonly Readonly<Record<string, unknown>>[] }).requests;
}

/** What stands at a path of keys. */
export function at(value: unknown, ...keys: readonly (string | number)[]): unknown {
  return keys.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? (Reflect.get(inner, key) as unknown) : undefined), // any value may stand there
    value,
  );
}
