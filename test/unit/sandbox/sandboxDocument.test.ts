import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { endpoints } from '../../../src/client/endpoints/table.ts';
import { usage } from '../../../src/sandbox/commandLine.ts';
import { wireFaults } from '../../../src/sandbox/faults/ruleSchema.ts';
import type { Sandbox } from '../../../src/sandbox/server.ts';
import { createWorld } from '../../../src/sandbox/world/createWorld.ts';
import { landmarks } from '../../../src/sandbox/world/landmarks.ts';
import { get, withSandbox } from './testSandbox.ts';
import { control } from './control/controlCall.ts';

const run = promisify(execFile);
const text = await readFile(new URL('../../../docs/sandbox.md', import.meta.url), 'utf8');

/** The code in the part of the document below a heading, by language. */
function example(heading: string, language: string): string {
  const part = text.slice(text.indexOf(`## ${heading}`));
  const code = new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(part)?.[1];
  assert.ok(code !== undefined, `${heading} has an example in ${language}`);
  return code;
}

/** What the path of a row stands for. */
function pathPattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}

describe('docs/sandbox.md', () => {
  const each = (name: string, check: (sandbox: Sandbox) => Promise<void>): void => void it(name, () => withSandbox({}, check));

  it('names every option of the command line, and no other', () => {
    const named = (all: string): readonly string[] => [...new Set(all.match(/--[a-z][a-z\d-]+/g))].sort();
    const options = text.slice(text.indexOf('## Start'), text.indexOf('## Reserved values'));
    assert.deepEqual(
      named(options),
      named(usage).filter((name) => name !== '--help'),
    );
  });

  it('has a row for everything that takes long to page through, with as many as there are', () => {
    const table = text.slice(text.indexOf('<!-- deep:start -->'), text.indexOf('<!-- deep:end -->'));
    const world = createWorld(1);
    const { crowdedId, crowdedHandle, prolificId, prolificHandle, longListId, hugeThreadId } = landmarks;
    const followers = (kind: 'all' | 'verified'): number => world.followersOf(crowdedId, kind).length;
    for (const [values, counts] of [
      [
        [crowdedHandle, crowdedId],
        [followers('all'), followers('verified')],
      ],
      [[prolificHandle, prolificId], [world.postsOf(prolificId, 'posts').length]],
      [[longListId], [world.listPosts(longListId).length, world.listMembers(longListId).length]],
      [[hugeThreadId], [world.repliesTo(hugeThreadId).length]],
    ] as const) {
      const row = table.split('\n').find((line) => line.includes(`| ${values.map((value) => `\`${value}\``).join(', ')} |`));
      assert.ok(row !== undefined, values.join(' '));
      for (const count of counts) assert.ok(row.includes(` ${count.toLocaleString('en')}`), `${count} in ${row}`);
      for (const [, service, target] of row.matchAll(/(primary|gateway)(?: and gateway)? `(\/[^`]+)`/g)) {
        const path = target?.split('?')[0] ?? '';
        const endpoint = endpoints.find((one) => one.service === service && pathPattern(one.path).test(path));
        assert.ok(endpoint !== undefined, `${service} ${path}`);
      }
    }
  });

  it('names every kind of fault', () => {
    for (const kind of wireFaults) assert.match(text, new RegExp(`^\\| \`${kind}\` \\|`, 'm'));
  });

  each('says which answers are marked', async ({ primary, gateway, control: token }) => {
    const { origin } = new URL(primary);
    const markOf = async (address: string, headers: Readonly<Record<string, string>> = {}): Promise<boolean> =>
      (await fetch(address, { headers })).headers.has('x-sandbox');
    assert.match(text, /Every answer of the two services says `X-Sandbox/);
    for (const address of [`${primary}/tweet/404`, `${primary}/nowhere`, `${gateway}/search/tweets?q=a`]) {
      assert.ok(await markOf(address), address);
    }
    assert.match(text, /Pictures and control calls say neither, nor does a refusal of a web page/);
    assert.ok(!(await markOf(`${origin}/media/avatar/ada.png`)));
    assert.ok(!(await markOf(`${origin}/__sandbox/requests`, { 'X-Sandbox-Control': token })));
    assert.ok(!(await markOf(`${primary}/tweet/404`, { Origin: 'http://evil.example' })));
  });

  it('says which answers wait for --latency', async () => {
    assert.match(text, /before every answer of an endpoint; unknown paths, pictures and control calls do not wait/);
    await withSandbox({ latencyMs: 600_000 }, async ({ primary, gateway, key, control: token }) => {
      const { origin } = new URL(primary);
      const headers = { 'X-API-KEY': key, 'X-Sandbox-Control': token };
      const stop = new AbortController();
      let answered = 0;
      const waiting = [`${primary}/tweet/404`, `${gateway}/search/tweets?q=a`].map(async (address) => {
        await fetch(address, { headers, signal: stop.signal });
        answered += 1;
      });
      // asked later and answered at once
      for (const address of [`${primary}/nowhere`, `${origin}/media/avatar/ada.png`, `${origin}/__sandbox/requests`]) {
        await (await fetch(address, { headers })).arrayBuffer();
      }
      assert.equal(answered, 0);
      stop.abort();
      await Promise.all(waiting.map(async (call) => await assert.rejects(call, { name: 'AbortError' })));
    });
  });

  each('has a shell example of control calls that works', async (sandbox) => {
    const env = { ...process.env, CONTROL: sandbox.control, ORIGIN: new URL(sandbox.primary).origin };
    // a path of the table that this test's sandbox has
    const script = example('Control from a test', 'sh').replace('/misc/emojis', '/user/1/followers');
    const { stdout } = await run('sh', ['-euc', script], { env });
    assert.match(stdout, /^\{"key":"[\da-f]{12}","rules":1\}503\n\{"requests":\[\{[^]*"status":503/);
  });

  each('has a script example of control calls that works', async (sandbox) => {
    const given = `const control = ${JSON.stringify(sandbox.control)}; const origin = ${JSON.stringify(new URL(sandbox.primary).origin)};`;
    const script = `${given}\n${example('Control from a test', 'js')}\nif (requests.length !== 0) process.exit(3);`;
    await run(process.execPath, ['--input-type=module', '-e', script]);
    const cut = await fetch(`${sandbox.primary}/search?searchItem=a`, { headers: { 'X-API-KEY': 'test-17' } });
    await assert.rejects(cut.text());
    assert.equal((await get(sandbox.primary, '/tweet/404', { key: 'test-17' })).headers['x-remaining-balance'], '0.00');
    const { requests } = (await control(sandbox, 'requests', undefined, 'test-17')).body as {
      readonly requests: readonly unknown[];
    };
    assert.equal(requests.length, 2);
  });
});
