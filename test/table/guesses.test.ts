import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createSchemas } from '../../src/catalog/openApiSchemas.ts';
import { openApiText } from '../../src/catalog/openApi.ts';
import type { Service } from '../../src/client/endpoint.ts';
import { endpointById, endpoints } from '../../src/client/endpoints/table.ts';
import { tweetSchema } from '../../src/client/schemas/primary.ts';

/** What stands at a path of keys. */
function at(value: unknown, ...keys: readonly (string | number)[]): unknown {
  return keys.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? (Reflect.get(inner, key) as unknown) : undefined), // any value may stand there
    value,
  );
}

const documentOf = (service: Service): unknown => JSON.parse(openApiText(service, endpoints));

/** Every guess of the rows, and of the documents at parameters, fields and statuses. */
function allGuesses(): readonly string[] {
  const found = endpoints.flatMap(({ guesses }) => guesses);
  for (const service of ['primary', 'gateway'] as const) {
    JSON.parse(openApiText(service, endpoints), (name, value: unknown) => {
      if (name === 'x-guesses' && Array.isArray(value)) found.push(...value.map(String));
      return value;
    });
  }
  return found;
}

describe('what the references do not show', () => {
  it('cites in each guess the assumption behind it, which has a row in docs/assumptions.md', () => {
    const page = readFileSync(path.join(import.meta.dirname, '../../docs/assumptions.md'), 'utf8');
    const ids = new Set([...page.matchAll(/^\| (T?[\d.]+) \|/gm)].map(([, id]) => id));
    const guesses = allGuesses();
    assert.ok(guesses.length > 60);
    for (const guess of guesses) {
      const id = /^The reference .+ \(assumption (T?[\d.]+)\)\.$/.exec(guess)?.[1];
      assert.ok(id !== undefined && ids.has(id), guess);
    }
  });

  it('is marked as a guess on each row whose parameters or answer they leave out', () => {
    for (const id of [
      ...['primary.userByUsername', 'primary.userById', 'primary.userTweets', 'primary.userLikes', 'primary.simpleTweet'],
      ...['gateway.userCommunities', 'gateway.tweetAnalytics', 'gateway.searchAdvanced', 'gateway.searchLocation'],
    ]) {
      assert.equal(endpointById(id)?.confirmed, false, id);
    }
    for (const id of ['gateway.userCommunities', 'gateway.tweetAnalytics']) {
      assert.ok(
        endpointById(id)?.guesses.some((guess) => guess.includes('further parameters')),
        id,
      );
    }
    for (const id of ['primary.userTweets', 'primary.userLikes']) {
      assert.ok(
        endpointById(id)?.guesses.some((guess) => guess.includes('no answer')),
        id,
      );
    }
  });

  it('is marked on the parameter: the maximum of count, the length of a query', () => {
    const parametersOf = (service: Service, path: string): readonly unknown[] => {
      const found = at(documentOf(service), 'paths', path, 'get', 'parameters');
      return Array.isArray(found) ? found : [];
    };
    const named = (all: readonly unknown[], name: string) => all.find((one) => at(one, 'name') === name);
    const count = named(parametersOf('primary', '/user/{userId}/followers'), 'count');
    assert.deepEqual([at(count, 'x-confirmed'), at(count, 'schema', 'maximum')], [false, 100]);
    assert.match(String(at(count, 'x-guesses', 0)), /no maximum/);
    const q = named(parametersOf('gateway', '/search/tweets'), 'q');
    assert.equal(at(q, 'x-confirmed'), false);
    assert.equal(at(named(parametersOf('gateway', '/search/tweets'), 'limit'), 'x-confirmed'), undefined);
  });

  it('is marked on the field of an answer', () => {
    const schemas = createSchemas();
    schemas.of(tweetSchema, 'output');
    for (const field of ['replyTo', 'article', 'hashtags', 'mentions']) {
      assert.equal(at(schemas.components(), 'Tweet', 'properties', field, 'x-confirmed'), false, field);
    }
    const answers = (path: string, method: string) =>
      at(documentOf('gateway'), 'paths', path, method, 'responses', '200', 'content', 'application/json', 'schema', 'properties');
    assert.equal(at(answers('/tweet/{tweetId}', 'get'), 'timestamp', 'x-confirmed'), false);
    assert.equal(at(answers('/search/advanced', 'post'), 'meta', 'properties', 'query_complexity', 'x-confirmed'), false);
  });

  it('is marked on the statuses that the reference of the gateway does not list for a path', () => {
    const guessesOf = (status: number) =>
      String(at(documentOf('gateway'), 'components', 'responses', `Error${status}`, 'x-guesses'));
    assert.match(guessesOf(400), /does not list 400/);
    assert.match(guessesOf(404), /404 for tweets only/);
    assert.doesNotMatch(guessesOf(403), /40[0-9] for|not list/);
  });
});
