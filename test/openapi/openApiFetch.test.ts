import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { formatOpenApiDocument } from '../../src/build/openApi/openApi.ts';
import { toJsonObject } from '../../src/build/openApi/openApiSchemas.ts';
import type { Service } from '../../src/client/endpoint.ts';
import { endpoints } from '../../src/client/endpoints/table.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import type { AskedServer } from '../unit/features/fixtures/support/savedExamples.ts';
import { driveClient, type ForeignClient } from './support/driveClient.ts';
import { driveReplay } from './support/driveReplay.ts';
import { provideTools } from './support/provideTools.ts';
import { recordingFetch } from './support/recordingFetch.ts';

const run = promisify(execFile);

/** The part of openapi-fetch that is used here, without types from the generated file. */
type Fetcher = Readonly<
  Record<'GET' | 'POST', (path: string, options: object) => Promise<{ readonly data?: unknown; readonly response: Response }>>
>;

describe('an openapi-fetch client with openapi-typescript types', () => {
  let sandbox: Sandbox;
  let tools: string;
  let folder: string;
  let connect: (server: AskedServer) => ForeignClient;

  before(async () => {
    tools = await provideTools();
    folder = await mkdtemp(path.join(tmpdir(), 'openapi-fetch-'));
    sandbox = await startSandbox();
    await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
    await symlink(path.join(tools, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
    const file = path.join(tools, 'node_modules/openapi-fetch/dist/index.mjs');
    const { default: createFetcher } = (await import(pathToFileURL(file).href)) as {
      readonly default: (options: object) => Fetcher;
    };
    connect = (server) => {
      const { fetch, bytesOf } = recordingFetch();
      const fetcherOf = (service: Service) =>
        createFetcher({ baseUrl: server[service], headers: { 'X-API-KEY': server.key }, fetch });
      const fetchers = { primary: fetcherOf('primary'), gateway: fetcherOf('gateway') };
      return {
        call: async ({ service, method, path }, { path: inPath, query, body }) => {
          const options = { params: { path: inPath, query }, ...(body === undefined ? {} : { body }) };
          const { response, data } = await fetchers[service][method](path, options);
          return { status: response.status, body: data, bytes: await bytesOf(response) };
        },
      };
    };
  });
  after(async () => {
    await sandbox.close();
    await rm(folder, { recursive: true, force: true });
  });

  driveClient(
    () => connect(sandbox),
    () => sandbox,
  );
  driveReplay(
    (server) => connect(server),
    () => sandbox,
  );

  it('has types for every path, and compiles in strict mode under TypeScript 5', async () => {
    for (const service of ['primary', 'gateway'] as const) {
      const input = path.join(folder, `${service}.json`);
      const output = path.join(folder, `${service}.d.ts`);
      await writeFile(input, formatOpenApiDocument(service, endpoints));
      await run(process.execPath, [path.join(tools, 'node_modules/openapi-typescript/bin/cli.js'), input, '-o', output]);
      const types = await readFile(output, 'utf8');
      for (const row of endpoints.filter((endpoint) => endpoint.service === service)) {
        assert.ok(types.includes(`"${row.path}": {`), row.path);
      }
    }
    const options = {
      strict: true,
      noEmit: true,
      module: 'nodenext',
      target: 'es2023',
      lib: ['es2023', 'dom', 'dom.iterable'],
      types: [],
    };
    await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['use.ts'] }));
    await writeFile(path.join(folder, 'use.ts'), typedUse);
    const tsc = path.join(tools, 'node_modules/typescript/bin/tsc');
    await run(process.execPath, [tsc, '-p', folder]).catch((error: unknown) => {
      throw new Error(String(toJsonObject(error)['stdout']), { cause: error });
    });
  });
});

/** A program with the generated types, in which only wrong paths, names, and types are errors. */
const typedUse = `
import createClient from 'openapi-fetch';
import type { components, paths } from './primary.d.ts';
import type { paths as gatewayPaths } from './gateway.d.ts';

const client = createClient<paths>({ baseUrl: 'http://127.0.0.1:1' });
const gateway = createClient<gatewayPaths>({ baseUrl: 'http://127.0.0.1:1' });
export const likes = (tweet: components['schemas']['Tweet']): number => tweet.counts.likes;
// @ts-expect-error the field doesn't exist
export const misspelt = (tweet: components['schemas']['Tweet']): unknown => tweet.likesCount;
export const right = () => client.GET('/search', { params: { query: { format: 'simple', filters: JSON.stringify({ minimumLikesCount: 5 }) } } });
// @ts-expect-error filters are a string
export const wrong = () => client.GET('/search', { params: { query: { format: 'simple', filters: { minimumLikesCount: 5 } } } });
// @ts-expect-error the path needs the id
export const incomplete = () => client.GET('/user/{userId}/followers', { params: { query: { format: 'simple' } } });
// @ts-expect-error the path doesn't exist
export const nowhere = () => client.GET('/serch', {});
export const body = () => gateway.POST('/search/advanced', { body: { query: { keywords: ['coffee'] } } });
export const followers = async (): Promise<string | undefined> => {
  const { data } = await client.GET('/user/{userId}/followers', { params: { path: { userId: '1' }, query: { format: 'simple' } } });
  return data?.data[0]?.username;
};
export const refused = async () => {
  const { error } = await client.GET('/tweet/{tweetId}', { params: { path: { tweetId: '1' }, query: { format: 'simple' } } });
  const text: string | undefined = error?.error;
  return text;
};
`;
