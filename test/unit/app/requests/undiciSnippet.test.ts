import assert from 'node:assert/strict';
import { toUndiciSnippet } from '../../../../src/app/requests/snippets.ts';
import { runProgram } from '../../../../src/build/processes.ts';
import type { ExchangeRequest } from '../../../../src/client/exchange.ts';
import { endpoints } from '../../../../src/client/endpoints/table.ts';
import { encodeCall } from '../../../../src/client/wire.ts';
import { startSandbox } from '../../../../src/sandbox/server.ts';
import { createTemporaryProject } from '../../../support/temporaryProject.ts';

const key = 'undici-copy';

describe('copying a call as code over undici', () => {
  it('brings what the sandbox answers, for every endpoint, with the key of the environment', async () => {
    const sandbox = await startSandbox();
    try {
      const requests = endpoints.map((endpoint): ExchangeRequest => {
        const { service, id, example } = endpoint;
        const baseUrl = service === 'primary' ? sandbox.primary : sandbox.gateway;
        const format = endpoint.formats[0] ?? 'simple';
        return { service, endpointId: id, params: example, baseUrl, format, ...encodeCall(endpoint, example, format) };
      });
      const modules = requests.map(
        (request, at) => [`${at}.mjs`, `${toUndiciSnippet(request, 'direct')}\nexport { answer };\n`] as const,
      );
      const main = `
        process.env.API_KEY = ${JSON.stringify(key)};
        console.log = () => undefined;
        const answers = [];
        for (let at = 0; at < ${modules.length}; at += 1) answers.push((await import('./' + at + '.mjs')).answer);
        process.stdout.write(JSON.stringify(answers));`;
      await using project = await createTemporaryProject({ ...Object.fromEntries(modules), 'main.mjs': main });
      const { code, output } = await runProgram(process.execPath, ['main.mjs'], { cwd: project.root });
      assert.equal(code, 0, output);
      const answers: unknown = JSON.parse(output);
      const expected = await Promise.all(
        requests.map(async ({ baseUrl, target, method, body }): Promise<unknown> => {
          const headers = { 'X-API-KEY': key, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) };
          const response = await fetch(baseUrl + target, { method, headers, ...(body === undefined ? {} : { body }) });
          return await response.json();
        }),
      );
      assert.deepEqual(answers, expected);
      assert.equal(expected.length, endpoints.length);
    } finally {
      await sandbox.close();
    }
  });

  it('throws the answer of an error, and of a redirect, which it does not follow', async () => {
    const base = { service: 'primary', endpointId: 'primary.search', params: {}, format: 'simple', method: 'GET' } as const;
    const text = toUndiciSnippet(
      { ...base, baseUrl: 'http://127.0.0.1', target: '/x' },
      { keyHeader: "x'y", hostHeader: 'x-host' },
    );
    const statements = text.slice(text.indexOf('\n'));
    const AsyncFunction = (async () => await Promise.resolve()).constructor as new (
      ...args: readonly string[]
    ) => (...args: readonly unknown[]) => Promise<unknown>;
    for (const statusCode of [302, 404]) {
      const sent: unknown[] = [];
      const request = async (...call: readonly unknown[]) => {
        sent.push(...call);
        return await Promise.resolve({ statusCode, body: { text: async () => await Promise.resolve('the body') } });
      };
      const environment = { env: { MARKETPLACE_KEY: 'k', MARKETPLACE_HOST: 'h' } };
      const run = new AsyncFunction('request', 'process', statements);
      await assert.rejects(run(request, environment), new RegExp(`${statusCode} the body`));
      assert.deepEqual(sent, ['http://127.0.0.1/x', { headers: { "x'y": 'k', 'x-host': 'h' } }]);
    }
  });
});
