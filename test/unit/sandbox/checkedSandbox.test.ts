import assert from 'node:assert/strict';
import { endpoints } from '../../../src/client/endpoints/table.ts';
import type { AnswerDependencies } from '../../../src/sandbox/answerCall.ts';
import type { Answerer } from '../../../src/sandbox/answers/answer.ts';
import { throwRefusal } from '../../../src/sandbox/reserved/refusals.ts';
import { createWorld } from '../../../src/sandbox/world/createWorld.ts';
import { answerers } from './answerers.ts';
import { startCheckedSandboxOver } from './checkedSandbox.ts';
import { control } from './control/controlCall.ts';
import { get } from './testSandbox.ts';

describe('a sandbox whose answers are held against the OpenAPI documents', () => {
  const world = createWorld(1);
  const user = '/user/by/username/ada_writes';

  /** Asks for one thing where one endpoint answers otherwise. @returns the words of the misfits; undefined: none */
  async function misfit(planted: Readonly<Record<string, Answerer>>, target: string, key = 'a-key'): Promise<string | undefined> {
    const parts: AnswerDependencies = { endpoints, answerers: { ...answerers, ...planted }, world };
    const sandbox = await startCheckedSandboxOver(parts);
    await get(target.startsWith('/space') ? sandbox.gateway : sandbox.primary, target, { key });
    return await sandbox.close().then(
      () => undefined,
      (error: unknown) => (error instanceof assert.AssertionError ? error.message : `no assertion: ${String(error)}`),
    );
  }
  const body =
    (value: unknown): Answerer =>
    () => ({ kind: 'body', body: value });

  it('closes in peace when all of them fit', async () => {
    assert.equal(await misfit({}, `${user}?format=simple`), undefined);
    assert.equal(await misfit({}, user), undefined);
  });

  it('finds a simple body that is wrong, and names the call', async () => {
    const planted = { 'primary.userByUsername': body({ data: { id: 7 } }) };
    const found = String(await misfit(planted, `${user}?format=simple`));
    assert.match(found, /primary\.userByUsername: GET \/user\/by\/username\/ada_writes\?format=simple 200: .*must/);
  });

  it('finds a raw body that is wrong', async () => {
    const planted = { 'primary.search': body({ category: 'Top' }) };
    assert.match(String(await misfit(planted, '/search?searchItem=coffee')), /must have required property 'entries'/);
  });

  it("finds a body of the gateway's that is wrong", async () => {
    assert.match(String(await misfit({ 'gateway.space': body([]) }, '/space/1ynJOyWQLAAxR')), /gateway\.space: .* 200: .*must/);
  });

  it('finds a status that the operation does not list, unless the caller asked for it', async () => {
    const teapot: Answerer = () => throwRefusal(418, 'no');
    assert.match(String(await misfit({ 'primary.userByUsername': teapot }, user)), /status 418 is not listed/);
    assert.equal(await misfit({}, '/space/1ynJOyWQLAAxR', 'sandbox-error'), undefined);
    const sandbox = await startCheckedSandboxOver({ endpoints, answerers, world });
    try {
      await control(sandbox, 'faults', { rules: [{ status: 503, times: 1 }] });
      assert.equal((await get(sandbox.primary, user, { key: sandbox.key })).status, 503);
    } finally {
      await sandbox.close();
    }
  });
});
