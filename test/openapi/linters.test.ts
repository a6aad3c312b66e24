import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadOpenApiDocument, type Json, objectAt } from '../support/openApi/documents.ts';
import { provideTools } from './support/provideTools.ts';

const docs = path.join(import.meta.dirname, '../../docs');
const rules = {
  redocly: path.join(import.meta.dirname, '../../redocly.yaml'),
  spectral: path.join(import.meta.dirname, 'spectral.yaml'),
};

/** A finding's rule and location, regardless of severity. */
type Finding = string;

interface Linter {
  readonly name: string;
  readonly lint: (tools: string, file: string) => Promise<readonly Finding[]>;
}

const linters: readonly Linter[] = [
  {
    name: 'redocly',
    lint: async (tools, file) => {
      const program = path.join(tools, 'node_modules/@redocly/cli/bin/cli.js');
      const text = await outputOf(program, [
        'lint',
        file,
        '--config',
        rules.redocly,
        '--format',
        'json',
        '--max-problems',
        '999',
      ]);
      const { problems } = JSON.parse(text) as {
        readonly problems: readonly { readonly ruleId: string; readonly message: string }[];
      };
      return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
    },
  },
  {
    name: 'spectral',
    lint: async (tools, file) => {
      const program = path.join(tools, 'node_modules/@stoplight/spectral-cli/dist/index.js');
      const text = await outputOf(program, ['lint', file, '--ruleset', rules.spectral, '--format', 'json', '--quiet']);
      const results = JSON.parse(text) as readonly {
        readonly code: string;
        readonly path: readonly string[];
        readonly message: string;
      }[];
      return results.map(({ code, path: at, message }) => `${code}: ${at.join('.')} ${message}`);
    },
  },
];

/** An error, and the rule that must find it. */
type Planted = readonly [rule: string, plant: (document: Json) => void];

/** Errors that the tools' own rules find. */
const brokenSchema: Planted['1'] = (document) => {
  objectAt(document, 'components', 'schemas', 'User')['type'] = 'objekt';
};
const danglingRef: Planted['1'] = (document) => {
  objectAt(document, 'paths', '/trends/{locationId}', 'get', 'responses')['422'] = { $ref: '#/components/responses/Error499' };
};
const doubledName: Planted['1'] = (document) => {
  objectAt(document, 'paths', '/misc/emojis', 'get')['operationId'] = 'search';
};

const planted: Readonly<Record<string, readonly Planted[]>> = {
  redocly: [
    ['struct', brokenSchema],
    ['no-unresolved-refs', danglingRef],
    ['operation-operationId-unique', doubledName],
    [
      'rule/parameter-says-what-it-is',
      (document) => delete objectAt(document, 'paths', '/search', 'get', 'parameters', 0)['description'],
    ],
    [
      'rule/parameter-has-an-example',
      (document) => delete objectAt(document, 'paths', '/search', 'get', 'parameters', 1)['example'],
    ],
    [
      'rule/no-content-parameter',
      (document) => {
        objectAt(document, 'paths', '/search', 'get', 'parameters', 4)['content'] = { 'application/json': { schema: {} } };
      },
    ],
    [
      'rule/optional-headers',
      (document) => {
        objectAt(document, 'components', 'headers', 'X-Refunded')['required'] = true;
      },
    ],
  ],
  spectral: [
    ['oas3-schema', brokenSchema],
    ['invalid-ref', danglingRef],
    ['operation-operationId-unique', doubledName],
    ['parameter-has-an-example', (document) => delete objectAt(document, 'paths', '/search', 'get', 'parameters', 1)['example']],
    [
      'json-text-is-a-string',
      (document) => {
        objectAt(document, 'paths', '/search', 'get', 'parameters', 4, 'schema')['type'] = 'object';
      },
    ],
    ['guess-is-explained', (document) => delete objectAt(document, 'paths', '/user/{userId}/likes', 'get')['x-guesses']],
    ['alias-is-deprecated', (document) => delete objectAt(document, 'paths', '/search_v2', 'get')['deprecated']],
    ['refuses-a-bad-key', (document) => delete objectAt(document, 'paths', '/search', 'get', 'responses')['401']],
    ['answers-json', (document) => delete objectAt(document, 'paths', '/misc/locations', 'get', 'responses', '200')['content']],
    [
      'both-formats',
      (document) => {
        delete objectAt(document, 'paths', '/misc/emojis', 'get', 'responses', '200')['x-raw'];
      },
    ],
  ],
};

describe('OpenAPI linters', () => {
  let tools: string;
  let folder: string;
  before(async () => {
    tools = await provideTools();
    folder = await mkdtemp(path.join(tmpdir(), 'openapi-lint-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  for (const { name, lint } of linters) {
    for (const service of ['primary', 'gateway'] as const) {
      it(`${name} doesn’t find errors or warnings in the ${service} document`, async () => {
        assert.deepEqual(await lint(tools, path.join(docs, `openapi.${service}.json`)), []);
      });
    }

    it(`${name} finds each planted error with its rule`, async () => {
      const faults = planted[name] ?? [];
      const document = loadOpenApiDocument('primary');
      for (const [, plant] of faults) plant(document);
      const file = path.join(folder, `${name}.json`);
      await writeFile(file, JSON.stringify(document));
      const found = await lint(tools, file);
      for (const [rule] of faults)
        assert.ok(
          found.some((finding) => finding.startsWith(`${rule}:`)),
          `${rule}\n${found.join('\n')}`,
        );
    });
  }
});

/** A tool's output, regardless of its exit code, which is 1 if a linter has findings. */
function outputOf(program: string, args: readonly string[]): Promise<string> {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [program, ...args], { env, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      if (stdout.trim() === '') reject(error ?? new Error(`${program} printed nothing: ${stderr}`));
      else resolve(stdout);
    });
  });
}
