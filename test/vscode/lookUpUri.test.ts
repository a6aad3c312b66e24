import assert from 'node:assert/strict';
import { userByUsername } from '../../src/client/endpoints/primary/users.ts';
import { openLookUpUri } from '../../src/host/links/openLookUpUri.ts';
import { answering } from './support/answering.ts';
import { clockedServices } from './support/clockedServices.ts';

const uri = { path: '/lookUp', query: 'user=ada_writes' };

/** Opens an address, and says what the person was asked, what was opened, and how many calls it made. */
async function open(
  address: typeof uri,
  press: (buttons: readonly string[], clocked: ReturnType<typeof clockedServices>) => string | undefined,
  clocked = clockedServices(() => ({})),
) {
  const before = clocked.transport.requests.length;
  const opened: (readonly [string, string | undefined])[] = [];
  using person = answering({ button: (_message, buttons) => press(buttons, clocked) });
  await openLookUpUri(clocked.services, address, async (_services, { value }, reuse) => {
    await Promise.resolve();
    opened.push([value, reuse]);
  });
  return { asked: person.asked, opened, calls: clocked.transport.requests.length - before };
}

describe('a look-up address from outside of VS Code', () => {
  it('is asked about with its price, and opened once the person presses', async () => {
    let offered: readonly string[] = [];
    const pressed = await open(uri, (buttons) => (offered = buttons)[0]);
    assert.deepEqual(pressed.asked, ['Look up this account: @ada_writes']);
    assert.match(offered.join(), /^Look Up \((≈\$\S+|price unknown)\)$/);
    assert.deepEqual(pressed.opened, [['@ada_writes', undefined]]);
    assert.deepEqual((await open(uri, () => undefined)).opened, []);
  });

  it('opens what is kept without asking, and only that', async () => {
    const clocked = clockedServices(() => ({}));
    await clocked.client.call(userByUsername, { username: 'ada_writes' });
    assert.deepEqual(await open(uri, () => undefined, clocked), { asked: [], opened: [['@ada_writes', 'only']], calls: 0 });
  });

  it('is asked about again where another connection was selected meanwhile', async () => {
    const { asked, opened } = await open(uri, (buttons, { connect }) => {
      connect({ baseUrl: 'https://other.example' });
      return buttons[0];
    });
    assert.equal(asked.length, 2);
    assert.equal(opened.length, 1);
  });

  it('is refused with the reason where it is not one of ours, and calls nothing', async () => {
    for (const [path, query, why] of [
      ['/setKey', 'key=1', /does not name anything/],
      ['/lookUp', 'endpoint=primary.user', /must name one thing/],
      ['/lookUp', `search=${'a'.repeat(600)}`, /too long/],
      ['/lookUp', 'user=../../etc', /names nothing that can be looked up/],
    ] as const) {
      const { asked, opened, calls } = await open({ path, query }, (buttons) => buttons[0]);
      assert.match(asked.join('\n'), why);
      assert.match(asked.join('\n'), /Nothing was spent/);
      assert.deepEqual([asked.length, opened.length, calls], [1, 0, 0]);
    }
  });

  it('waits its turn: a second one is refused while the first is asked about', async () => {
    let second: Promise<{ asked: readonly string[]; opened: readonly unknown[] }> | undefined;
    await open(uri, () => {
      second = open({ ...uri, query: 'user=other' }, () => undefined);
      return undefined;
    });
    const { asked, opened } = await (second ?? assert.fail());
    assert.match(asked.join(), /Another link waits/);
    assert.deepEqual(opened, []);
  });
});
