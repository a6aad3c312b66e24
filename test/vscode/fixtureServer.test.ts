import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, rm, symlink } from 'node:fs/promises';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import * as vscode from 'vscode';
import { createFixtureDraft } from '../../src/features/fixtures/fixtureDraft.ts';
import { saveFixture } from '../../src/features/fixtures/saveFixture.ts';
import { userByUsername } from '../../src/client/endpoints/primary/users.ts';
import { describeServer, formatServerStatusBarText } from '../../src/features/fixtures/host/server/fixtureServerController.ts';
import { FixtureServerController, type RequestLog } from '../../src/features/fixtures/host/server/fixtureServerController.ts';
import { FixtureIndex } from '../../src/features/fixtures/host/fixtureIndex.ts';
import { EndpointNode, FixtureNode } from '../../src/features/fixtures/host/fixturesTree.ts';
import { createWorkspaceFixtureFolder } from '../../src/features/fixtures/host/workspaceFolder.ts';
import type { ServeFixtures } from '../../src/features/fixtures/host/server/fixtureServerController.ts';
import { createPseudonyms } from '../../src/features/fixtures/pseudonyms/pseudonyms.ts';
import { pseudonymizeExchange } from '../../src/features/fixtures/pseudonyms/pseudonymizeExchange.ts';
import { startReplay } from '../../src/features/fixtures/server/startReplay.ts';
import { fixtureExchange, savedThen } from '../unit/features/fixtures/support/fixtureExchange.ts';
import { type FollowedFixtures, followFixtures, rowWords } from './support/followFixtures.ts';
import { respondToDialogs, watchingContext } from './support/respondToDialogs.ts';
import { type Spending, useSpending } from './support/spending.ts';
import { paid, setSettings, until } from './support/steps.ts';

const folderName = 'fixtures-server';
const ada = '/user/by/username/ada_writes?format=simple';
const bob = '/user/by/username/mira_maps?format=simple';

const root = () => vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail('no folder is open');
const run = async (name: string) => {
  await vscode.commands.executeCommand(`socialData.fixtureServer.${name}`);
};
const mode = (name: string) => (items: readonly vscode.QuickPickItem[]) => items.find(({ label }) => label.endsWith(name));
const deleted = async (name: string) => {
  await vscode.workspace.fs
    .delete(vscode.Uri.joinPath(root(), name), { recursive: true, useTrash: false })
    .then(undefined, () => undefined);
};
const save = async (slug: string, body: string) => {
  const draft = createFixtureDraft([fixtureExchange(slug, Buffer.from(body))], { kind: 'response', ...savedThen });
  const place = { folder: `${folderName}/userByUsername`, slug };
  await saveFixture(createWorkspaceFixtureFolder(root()), place, draft);
};
const saved = async () => {
  const found = await vscode.workspace.findFiles(new vscode.RelativePattern(root(), `${folderName}/**/*.json`));
  return found.map(({ path }) => path.slice(path.indexOf(folderName))).toSorted();
};
/** Not the client that checks responses against the documents, because fixtures need not be from the sandbox. */
const ask = async (primary: string, path: string, key: string) => {
  const request = httpGet(`${primary}${path}`, { agent: false, headers: { 'X-API-KEY': key } });
  const [response] = (await once(request, 'response')) as [IncomingMessage]; // as node documents it
  const fixture = response.headers['x-replay'];
  return { status: response.statusCode, text: await text(response), fixture };
};

describe("a window's fixture server", () => {
  let restore: (() => Promise<void>) | undefined;
  before(async () => {
    restore = await setSettings({ 'fixtures.folder': folderName });
  });
  after(async () => {
    await restore?.();
  });
  afterEach(async () => {
    using _person = respondToDialogs({});
    await run('stop');
    await deleted(folderName);
    await deleted('.env');
  });

  /** The text that its commands copy. */
  const copied = async (label: string) => {
    using _person = respondToDialogs({
      pick: (items) => mode('Copy Address…')(items) ?? items.find((item) => item.label === label),
    });
    await run('show');
    return await vscode.env.clipboard.readText();
  };
  const start = async (name: string) => {
    using person = respondToDialogs({ pick: mode(name) });
    await run('start');
    return { asked: person.shown, primary: await copied('Primary API address'), key: await copied('Key') };
  };

  it('returns saved responses byte for byte, names the nearest fixture for unmatched requests, and closes on Stop', async () => {
    const body = '{ "data" : {"username":"ada_writes","id":"9007199254740993"} }';
    await save('ada_writes', body);
    using running = watchingContext('socialData.fixtureServer.isRunning');
    const { primary, key, asked } = await start('Strict');
    assert.match(asked.join(), /^The fixture server is running at http:\/\/127\.0\.0\.1:\d+\.$/);
    assert.deepEqual(await ask(primary, ada, key), { status: 200, text: body, fixture: 'userByUsername/ada_writes' });
    const miss = await ask(primary, bob, key);
    assert.equal(miss.status, 501);
    assert.match(miss.text, /userByUsername\/ada_writes \(username is \\"ada_writes\\" there, \\"mira_maps\\" here\)/);
    await save('mira_maps', '{}');
    await until('the new fixture is found', async () => (await ask(primary, bob, key)).status === 200 || undefined);
    await run('stop');
    await assert.rejects(ask(primary, ada, key), { code: 'ECONNREFUSED' });
    assert.deepEqual(running.values, [true, false]);
    assert.equal((await start('Strict')).primary, primary, 'it is found again where it was');
  });

  it('matches real handles with the secret from .env, names only stand-ins, and remembers it', async () => {
    const secret = '07'.repeat(16);
    const pseudonyms = createPseudonyms(Buffer.from(secret, 'hex'));
    const replaced = pseudonymizeExchange(fixtureExchange('ada_writes', Buffer.from('{"username":"ada_writes"}')), pseudonyms);
    assert.ok('body' in replaced);
    const draft = createFixtureDraft([replaced], {
      ...{ kind: 'response', ...savedThen, redactions: ['people'], secretFingerprint: pseudonyms.fingerprint },
    });
    const place = { folder: `${folderName}/userByUsername`, slug: 'standIn' };
    await saveFixture(createWorkspaceFixtureFolder(root()), place, draft);
    const turn = async (state: string) => {
      using person = respondToDialogs({
        pick: (items) =>
          items.find(
            (item) => item.label.endsWith('Match Real Handles and IDs') && item.description?.startsWith(state) === false,
          ),
      });
      await run('show');
      return person.shown;
    };

    const { primary, key } = await start('Strict');
    assert.equal((await ask(primary, ada, key)).status, 501);
    const env = vscode.Uri.joinPath(root(), '.env');
    await vscode.workspace.fs.writeFile(env, Buffer.from(`SOCIAL_DATA_FIXTURE_SECRET=${'f'.repeat(32)}\n`));
    assert.deepEqual(await turn('On'), [
      "The secret behind the fixtures' pseudonyms wasn't found. Set SOCIAL_DATA_FIXTURE_SECRET in .env.",
    ]);
    await vscode.workspace.fs.writeFile(env, Buffer.from(`SOCIAL_DATA_FIXTURE_SECRET=${secret}\n`));
    await turn('On');
    assert.deepEqual(await ask(primary, ada, key), {
      ...{ status: 200, text: `{"username":"${pseudonyms.of('ada_writes')}"}`, fixture: 'userByUsername/standIn' },
    });
    assert.ok(!(await ask(primary, bob, key)).text.includes('mira_maps'));
    await run('stop');
    const again = await start('Strict');
    assert.equal((await ask(again.primary, ada, again.key)).status, 200);
    await turn('Off');
    assert.equal((await ask(again.primary, ada, again.key)).status, 501);
  });

  it('writes its address and key to .env', async () => {
    const { primary, key } = await start('Strict');
    using person = respondToDialogs({ pick: mode('Write to .env') });
    await run('show');
    const file = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(root(), '.env'));
    const lines = new TextDecoder().decode(file).split('\n');
    assert.ok(lines.includes(`SOCIAL_DATA_PRIMARY_URL=${primary}`), lines.join());
    assert.ok(lines.includes(`SOCIAL_DATA_KEY=${key}`), lines.join());
    assert.match(person.shown.join(), /Wrote the address to .*\.env\. .* until you stop it/);
  });

  it("doesn't change a .env in a different encoding, such as PowerShell's", async () => {
    const file = vscode.Uri.joinPath(root(), '.env');
    const mine = Buffer.from('\ufeffPASSWORD=gr\u00fcn\r\n', 'utf16le');
    await vscode.workspace.fs.writeFile(file, mine);
    await start('Strict');
    using person = respondToDialogs({ pick: mode('Write to .env') });
    await run('show');
    assert.deepEqual(Buffer.from(await vscode.workspace.fs.readFile(file)), mine);
    assert.match(person.shown.join(), /^\.env isn't encoded in UTF-8\./);
  });

  it('records from the sandbox without a question', async () => {
    const { primary, key, asked } = await start('Live');
    assert.match(asked.join(), /^The fixture server is running at /);
    const came = await ask(primary, ada, key);
    assert.deepEqual([came.status, came.fixture], [200, 'userByUsername/ada_writes']);
    assert.deepEqual(await saved(), [
      `${folderName}/userByUsername/ada_writes.json`,
      `${folderName}/userByUsername/ada_writes.meta.json`,
    ]);
  });

  it("doesn't start if the user cancels", async () => {
    using person = respondToDialogs({ pick: () => undefined });
    await run('start');
    await run('stop');
    assert.match(person.shown.at(-1) ?? '', /^The fixture server isn't running\.$/);
  });
});

describe("a window's fixture server that records from a paid service", () => {
  const startSpending = useSpending({ marksResponses: false });
  let spending: Spending;
  let desk: FixtureServerController;
  let lines: string[];
  let restore: (() => Promise<void>) | undefined;

  beforeEach(async () => {
    spending = await startSpending();
    restore = await setSettings({ 'fixtures.folder': folderName });
    lines = [];
    const line = (text: string) => void lines.push(text);
    const log: RequestLog = { info: line, warn: line, show: () => undefined, dispose: () => undefined };
    const serve: ServeFixtures = async ({ folders: fixtures, onUnmatched, onServed }) => {
      const serving = typeof onUnmatched === 'function' ? { record: onUnmatched } : { mode: onUnmatched };
      return await startReplay({ fixtures, mayBeMissing: true, ...serving }, { onServed });
    };
    desk = new FixtureServerController(spending.services, serve, () => log);
  });
  afterEach(async () => {
    desk.dispose();
    await restore?.();
    await spending[Symbol.asyncDispose]();
    await deleted(folderName);
  });

  /** Starts it, and responds to its dialogs. */
  const start = async (button: string, amount?: string) => {
    using person = respondToDialogs({
      pick: mode('Live'),
      button: (_message, buttons) => buttons.find((one) => one === button),
      input: () => amount,
    });
    await desk.start();
    return person;
  };
  const get = async (path: string, key = desk.facts?.server.key ?? '') => await ask(desk.facts?.server.primary ?? '', path, key);
  const calls = async (work: () => Promise<unknown>) => {
    const before = await spending.requests();
    await work();
    return (await spending.requests()).slice(before.length);
  };

  it("shows the price, and doesn't send requests before a budget is accepted", async () => {
    await (await spending.services.client()).call(userByUsername, { username: 'grace' }).catch(() => undefined);
    let person: Awaited<ReturnType<typeof start>> | undefined;
    assert.deepEqual(
      await calls(async () => {
        person = await start('No such button');
      }),
      [],
    );
    assert.deepEqual(person?.details.join().split('\n').slice(0, 3), [
      'Primary API: primary · Gateway API: Sandbox',
      `Responses are saved in the folder ${folderName}.`,
      'A request costs ≈$0.0002. A request with an unknown price counts as $0.0002.',
    ]);
    assert.equal(desk.facts, undefined);
  });

  it('sends an unmatched request once for concurrent callers, and saves the fixture', async () => {
    await start('Record up to $0.05');
    const asked = await calls(async () => {
      const came = await Promise.all([get(ada), get(ada), get(ada)]);
      came.push(await get(ada));
      assert.deepEqual(new Set(came.map(({ status }) => status)), new Set([200]));
      assert.equal(new Set(came.map(({ text }) => text)).size, 1);
    });
    assert.equal(asked.length, 1, asked.join('\n'));
    assert.equal(spending.spent(), 200n);
    assert.equal((await saved()).length, 2);
    const ledger = (await spending.services.store()).spending.lines().map(({ initiator, amount }) => [initiator, amount]);
    assert.deepEqual(ledger, [['replay', 200n]]);
    assert.ok(desk.facts !== undefined);
    assert.equal(formatServerStatusBarText(desk.facts), '$(record) Fixtures · Live · $0.0002 of $0.05');
    assert.match(describeServer(desk.facts), /\n4 requests\n1 recorded$/);
    assert.ok(lines.includes('Recorded userByUsername/ada_writes.'), lines.join('\n'));
  });

  it("doesn't exceed the typed budget, and warns once", async () => {
    const client = await spending.services.client();
    await client.call(userByUsername, { username: 'grace' }).catch(() => undefined); // from now on its price is known
    await start('Other Amount…', '0.0002');
    using person = respondToDialogs({});
    const asked = await calls(async () => {
      assert.equal((await get(ada)).status, 200);
      for (let times = 0; times < 2; times += 1) {
        const refused = await get(bob);
        assert.equal(refused.status, 501);
        assert.match(refused.text, /may cost \$0\.0002\. Recording budget: \$0\.00 of \$0\.0002 left\. No charge\./);
      }
    });
    assert.equal(asked.length, 1, asked.join('\n'));
    assert.deepEqual(person.shown, [
      "A request wasn't recorded because it would exceed the recording budget ($0.0002 of $0.0002).",
    ]);
    assert.ok(
      lines.some((line) => /^GET \/primary\/user\/by\/username\/mira_maps 501 .*Recording budget/.test(line)),
      lines.join('\n'),
    );
  });

  for (const [name, change] of [
    ['the key is removed', async () => await spending.services.keys.remove('primary')],
    ['a different connection is selected', async () => void (await setSettings({ connection: undefined }))],
    ['a different address is set', async () => void (await setSettings(paid({ primary: 'http://127.0.0.1:9/primary' })))],
  ] as const) {
    it(`ends at once, shows a message, and doesn't send more requests when ${name}`, async () => {
      await start('Record up to $0.05');
      using person = respondToDialogs({});
      assert.deepEqual(
        await calls(async () => {
          await change();
          await until('it has ended', () => person.shown.length > 0 || undefined);
          assert.match((await get(ada)).text, /It isn't recorded: Recording stopped: the connection or its key changed\./);
        }),
        [],
      );
      assert.deepEqual(person.shown, [
        'Recording stopped: the connection or its key changed. Start the fixture server again to record.',
      ]);
      assert.deepEqual(await saved(), []);
      await setSettings({ connection: { primary: 'primary' } });
    });
  }

  it("doesn't send requests if its fixtures can't be saved because their folder is a link", async () => {
    await mkdir(join(root().fsPath, `${folderName}-real`), { recursive: true });
    await symlink(join(root().fsPath, `${folderName}-real`), join(root().fsPath, folderName), 'junction');
    try {
      const asked = await calls(async () => {
        const person = await start('Record up to $0.05');
        assert.deepEqual(person.shown, [
          `Fixtures can't be recorded here: ${folderName} is a symbolic link that may point outside the open folder. No charge.`,
        ]);
        if (desk.facts !== undefined) await get(ada);
      });
      assert.deepEqual([asked, desk.facts], [[], undefined]);
    } finally {
      await rm(join(root().fsPath, folderName), { force: true });
      await deleted(`${folderName}-real`);
    }
  });
});

describe("a window's fixture server and the Fixtures view", () => {
  const startSpending = useSpending();
  let spending: Spending;
  let desk: FixtureServerController;
  let followed: FollowedFixtures;
  let lines: string[];
  let restore: (() => Promise<void>) | undefined;

  beforeEach(async () => {
    spending = await startSpending();
    restore = await setSettings({ 'fixtures.folder': folderName });
    await save('ada_writes', '{"data":{"id":"1"}}');
    await save('mira_maps', '{"data":{"id":"2"}}');
    lines = [];
    const line = (text: string) => void lines.push(text);
    const log: RequestLog = { info: line, warn: line, show: () => undefined, dispose: () => undefined };
    const serve: ServeFixtures = async ({ folders: fixtures, onServed }) => await startReplay({ fixtures }, { onServed });
    desk = new FixtureServerController(spending.services, serve, () => log);
    followed = followFixtures(() => undefined, new FixtureIndex(), desk);
    using _person = respondToDialogs({ pick: mode('Strict') });
    await desk.start();
  });
  afterEach(async () => {
    followed.dispose();
    desk.dispose();
    await restore?.();
    await spending[Symbol.asyncDispose]();
    await deleted(folderName);
  });

  const rows = async () => (await followed.rows()).filter((row) => row instanceof FixtureNode || row instanceof EndpointNode);
  const words = async () => (await rows()).map((row) => rowWords(row).replace(/ · \d+ B · .*$/, ''));
  const target = async (label: string) => (await rows()).flatMap((row) => (row.note.text === label ? row.answerTargets : []));
  const get = async (path: string) => await ask(desk.facts?.server.primary ?? '', path, 'k');

  it('answers as picked for a fixture or an endpoint until it is turned off or stopped, and says so', async () => {
    using person = respondToDialogs({ pick: (items) => items.find(({ label }) => label.startsWith('429')) });
    await desk.answerWith(await target('ada_writes'));
    assert.deepEqual(await words(), ['User | 2', 'ada_writes | answers: 429 Rate Limited · stale', 'mira_maps | stale']);
    assert.deepEqual([(await get(ada)).status, (await get(bob)).status], [429, 200]);
    assert.match(
      lines.at(-2) ?? '',
      /^GET \/primary\/user\/by\/username\/ada_writes 429 userByUsername\/ada_writes · Answer With: 429 · \d+ ms$/,
    );
    const isAnswering = (await rows()).map((row) => / answering\b/.test(row.toItem().contextValue ?? ''));
    assert.deepEqual(isAnswering, [false, true, false]);
    await desk.answerWith(await target('User'));
    assert.equal((await get(bob)).status, 429);
    assert.equal((await words())[0], 'User | answers: 429 Rate Limited · 2');
    await desk.answerWith(await target('ada_writes'), 'off');
    await desk.answerWith(await target('User'), 'off');
    assert.deepEqual([(await get(ada)).status, (await get(bob)).status], [200, 200]);
    await desk.answerWith(await target('User'));
    await desk.stop();
    assert.deepEqual([...desk.marks.answers], []);
    await desk.answerWith(await target('ada_writes'));
    assert.match(person.shown.at(-1) ?? '', /^Start the fixture server/);
  });

  it('marks what the last run did not use, and logs its report', async () => {
    await get(ada);
    await get('/user/by/username/ada_write?format=simple');
    assert.deepEqual(
      (await words()).slice(1).filter((row) => row.includes('unused')),
      [],
    );
    await desk.stop();
    assert.deepEqual(
      (await words()).filter((row) => row.includes('unused')),
      ['mira_maps | stale · unused'],
    );
    const report = lines.at(-1)?.split('\n');
    assert.deepEqual(report?.slice(0, 2), [
      'Responses used: 1, unused: 1. Unmatched requests: 1.',
      'Unused: userByUsername/mira_maps',
    ]);
    assert.match(
      report?.[2] ?? '',
      /^Unmatched: primary\.userByUsername \{"username":"ada_write"\} \(1×\): .* Nearest: userByUsername\/ada_writes/,
    );
    using _person = respondToDialogs({ pick: mode('Strict') });
    await desk.start();
    await desk.stop();
    assert.equal((await words()).filter((row) => row.includes('unused')).length, 1, 'a run without requests changes nothing');
  });
});
