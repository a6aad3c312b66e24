import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createOpenApiDocument } from '../../src/build/openApi/openApi.ts';
import type { Service } from '../../src/client/endpoint.ts';
import { endpoints } from '../../src/client/endpoints/table.ts';
import { guessedBodyFields, guessedFields, statedStatuses } from './referenceGuesses.ts';
import { guessedParams, guessedParamsOfRow } from './referenceParams.ts';
import { gatewayRows, primaryRows } from './referenceRows.ts';

/** A place in a document that can be marked as a guess. */
interface Place {
  readonly kind: 'document' | 'operation' | 'parameter' | 'body' | 'field' | 'status';
  /** The operation, `row parameter`, the field's path, or the status. */
  readonly name: string;
  readonly isMarked: boolean;
}

/** Documented assumption ids. Each guess cites one. */
const assumptions = new Set(
  [...readFileSync(join(import.meta.dirname, '../../docs/assumptions.md'), 'utf8').matchAll(/^\| (T?[\d.]+) \|/gm)].map(
    ([, id]) => id,
  ),
);

type JsonObject = Readonly<Record<string, unknown>>;

function toObject(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

function place(kind: Place['kind'], name: string, value: unknown): Place {
  const { 'x-confirmed': confirmed, 'x-guesses': guesses } = toObject(value);
  assert.equal(
    confirmed === false,
    guesses !== undefined,
    `${name} says what is guessed exactly where it says that something is`,
  );
  if (Array.isArray(guesses)) {
    assert.ok(guesses.length > 0);
    for (const guess of guesses) {
      const id = /^The reference .+ \(assumption (T?[\d.]+)\)\.$/.exec(String(guess))?.[1];
      assert.ok(id !== undefined && assumptions.has(id), String(guess));
    }
  }
  return { kind, name, isMarked: confirmed === false };
}

/** A schema's fields, including nested fields. */
function* fieldsOf(kind: 'body' | 'field', schema: unknown, path: string): Generator<Place> {
  const { properties, items, anyOf } = toObject(schema);
  for (const [name, value] of Object.entries(toObject(properties))) {
    const at = `${path}${name}`;
    yield place(kind, at, value);
    yield* fieldsOf(kind, value, `${at}.`);
  }
  const inside: readonly unknown[] = Array.isArray(anyOf) ? [items, ...(anyOf as readonly unknown[])] : [items];
  for (const inner of inside.filter((one) => one !== undefined)) yield* fieldsOf(kind, inner, path);
}

/** Every place in a service's document that can be marked as a guess. */
function* placesOf(service: Service): Generator<Place> {
  const { info, paths, components } = createOpenApiDocument(service, endpoints);
  yield place('document', 'version', info);
  for (const operation of Object.values(toObject(paths)).flatMap((path) => Object.values(toObject(path)))) {
    const { operationId, parameters, requestBody, responses, 'x-alias-of': aliasOf = operationId } = toObject(operation);
    const name = String(aliasOf);
    yield place('operation', name, operation);
    for (const parameter of Array.isArray(parameters) ? (parameters as readonly unknown[]) : []) {
      const named = toObject(parameter)['name'];
      if (typeof named === 'string') yield place('parameter', `${service}.${name} ${named}`, parameter);
    }
    yield* fieldsOf('body', contentOf(requestBody), '');
    yield* fieldsOf('field', contentOf(toObject(responses)['200']), `${name} 200.`);
  }
  const { responses, schemas } = toObject(components);
  for (const [name, response] of Object.entries(toObject(responses))) yield place('status', name.replace('Error', ''), response);
  for (const [name, schema] of Object.entries(toObject(schemas))) yield* fieldsOf('field', schema, `${name}.`);
}

function contentOf(part: unknown): unknown {
  return toObject(toObject(toObject(part)['content'])['application/json'])['schema'];
}

const rows = { primary: primaryRows, gateway: gatewayRows } as const;

describe('a guess', () => {
  for (const service of ['primary', 'gateway'] as const) {
    const places = [...placesOf(service)];
    const differing = (kind: Place['kind'], isGuess: (name: string) => boolean): readonly string[] => {
      const all = places.filter((one) => one.kind === kind);
      assert.ok(all.length > 0 || kind === 'body');
      return all
        .filter(({ name, isMarked }) => isMarked !== isGuess(name))
        .map(({ name, isMarked }) => `${name} is ${isMarked ? '' : 'not '}marked`);
    };

    it(`is marked on the ${service} document’s version if the reference doesn’t state one`, () => {
      assert.deepEqual(
        differing('document', () => service === 'gateway'),
        [],
      );
    });

    it(`is marked on exactly the guessed rows of the ${service} document`, () => {
      const guessed = new Set(
        rows[service].flatMap(({ call, shown }) => {
          const row = endpoints.find((one) => one.service === service && `${one.method} ${one.path}` === call);
          return shown || row === undefined ? [] : [row.id.replace(`${service}.`, '')];
        }),
      );
      assert.ok(guessed.size > 0);
      assert.deepEqual(
        differing('operation', (name) => guessed.has(name)),
        [],
      );
    });

    it(`is marked on exactly the guessed parameters of the ${service} document`, () => {
      const isGuess = (key: string): boolean =>
        guessedParamsOfRow[key] ?? guessedParams[service].includes(key.split(' ')[1] ?? '');
      assert.deepEqual(differing('parameter', isGuess), []);
      const known = new Set(places.map(({ name }) => name.split(' ')[1]));
      assert.deepEqual(
        guessedParams[service].filter((name) => !known.has(name)),
        [],
      );
    });

    it(`is marked on exactly the guessed body fields of the ${service} document`, () => {
      assert.deepEqual(
        differing('body', (name) => guessedBodyFields.includes(name)),
        [],
      );
    });

    it(`is marked on exactly the guessed response fields of the ${service} document`, () => {
      const all = new Set(places.filter(({ kind }) => kind === 'field').map(({ name }) => name));
      assert.deepEqual(
        guessedFields[service].filter((name) => !all.has(name)),
        [],
      );
      assert.deepEqual(
        differing('field', (name) => guessedFields[service].includes(name)),
        [],
      );
    });

    it(`is marked on each status in the ${service} document if the reference doesn’t show its body`, () => {
      assert.deepEqual(
        differing('status', (status) => !statedStatuses[service].includes(Number(status))),
        [],
      );
    });
  }
});
