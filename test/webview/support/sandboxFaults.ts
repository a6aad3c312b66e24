import assert from 'node:assert/strict';
import type { FaultRule } from '../../../src/sandbox/faults/faultRule.ts';
import type { Sandbox } from '../../../src/sandbox/server.ts';

/** What goes wrong in a sandbox from now on, and nothing else: an empty list lifts every fault. */
export async function setFaults({ primary, control, key }: Sandbox, rules: readonly Partial<FaultRule>[]): Promise<void> {
  const answer = await fetch(new URL('/__sandbox/faults', primary), {
    method: 'POST',
    headers: { 'X-Sandbox-Control': control },
    body: JSON.stringify({ key, rules }),
  });
  assert.equal(answer.status, 200, await answer.text());
}
