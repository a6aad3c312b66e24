import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { removeConnection, setKey } from './support/connections.ts';
import { respondToDialogs, keyOr } from './support/respondToDialogs.ts';
import { useCountedService } from './support/countedService.ts';
import { closeEditors, openResponse, paid, runAsPerson, setSettings } from './support/steps.ts';

const run = async (command: string, ...args: readonly unknown[]) => await runAsPerson(`socialData.${command}`, ...args);
const callUser = async (username: string) => await run('requests.callEndpoint', 'primary.userByUsername', { username });
/** A different one for each test, so none comes from history. */
const search = async (searchItem: string) => await run('requests.callEndpoint', 'primary.search', { searchItem });

describe('a missing key', () => {
  const service = useCountedService({ hasKey: false });
  let folder = '';

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'key-flow-'));
  });
  beforeEach(async () => {
    await closeEditors();
    service.forget();
  });
  afterEach(async () => {
    await removeConnection('primary');
    await setSettings(paid({ primary: `${service.address}/primary` }));
  });
  after(async () => await rm(folder, { recursive: true, force: true }));

  it('can be entered from the error message, which sends the request', async () => {
    const boxes: string[] = [];
    using person = respondToDialogs({
      input: (box) => {
        boxes.push(box.title ?? '');
        return keyOr(service.key)(box);
      },
      button: (_message, buttons) => buttons.find((button) => /^(?:Set API Key…|Retry \()/.test(button)),
    });
    await callUser(exampleValues.handle);
    assert.deepEqual(boxes, ['Set API Key: primary']);
    assert.equal(service.requests.length, 1, "the request without a key wasn't sent");
    assert.ok((await openResponse()).getText().includes(exampleValues.userId));
    assert.match(person.shown.at(-1) ?? '', /You can retry /);
  });

  it('replaces a rejected key without prompting for anything else', async () => {
    await setKey('primary', 'sandbox-invalid');
    const boxes: string[] = [];
    const offered: string[] = [];
    using _person = respondToDialogs({
      input: (box) => {
        boxes.push(box.title ?? '');
        return keyOr(service.key)(box);
      },
      button: (_message, buttons) => {
        offered.push(...buttons);
        return buttons.find((button) => /^(?:Set API Key…|Retry \()/.test(button));
      },
    });
    await search('key refused');
    assert.deepEqual(boxes, ['Set API Key: primary']);
    assert.deepEqual(
      service.requests.map(({ headers }) => headers['x-api-key'] === service.key),
      [false, true],
    );
    assert.match(offered.at(-1) ?? '', /^Retry \(/);
  });

  it("doesn't offer a retry if the key didn't change", async () => {
    using person = respondToDialogs({
      input: () => undefined,
      button: (_message, buttons) => buttons.find((button) => /^(?:Set API Key…|Retry \()/.test(button)),
    });
    await search('left');
    assert.deepEqual(service.requests, []);
    assert.doesNotMatch(person.shown.join('\n'), /You can retry /);
  });

  it('is read for each request from the chosen variable, and is never written elsewhere', async () => {
    const file = join(folder, '.env');
    await writeFile(file, `# mine\nOTHER=1\nMY_API_KEY="${service.key}"\n`);
    const shown: string[] = [];
    using person = respondToDialogs({
      file: vscode.Uri.file(file),
      input: () => '', // Enter
      pick: (items) => {
        shown.push(JSON.stringify(items));
        return items.find(({ label }) => label === 'MY_API_KEY') ?? items.at(-1);
      },
    });
    await run('connections.manage', 'primary', 'key');
    assert.ok(shown.every((text) => !text.includes(service.key)));
    await search('coffee');
    assert.equal(service.requests.at(-1)?.headers['x-api-key'], service.key);
    await writeFile(file, 'MY_API_KEY=another-key-000000000000000000000\n');
    await search('tea');
    assert.match(person.shown.at(-1) ?? '', /the connection changed/);
    await search('tea');
    assert.equal(service.requests.at(-1)?.headers['x-api-key'], 'another-key-000000000000000000000');
    await writeFile(file, 'OTHER=1\n');
    const before = service.requests.length;
    await search('cake');
    assert.match(person.shown.at(-1) ?? '', /couldn't be read \(MY_API_KEY isn't set in .*\.env\)/);
    assert.equal(service.requests.length, before);
  });
});
