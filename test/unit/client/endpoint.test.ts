import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as z from 'zod';
import {
  defineEndpoint,
  type EndpointDefinition,
  getPathParamNames,
  createYieldsUnderData,
} from '../../../src/client/endpoint.ts';
import { cursorParam, idParam, textParam } from '../../../src/client/params.ts';
import { endpointFault } from '../../support/endpointFault.ts';

type Row = EndpointDefinition<z.ZodObject<Readonly<Record<string, z.ZodType>>, z.core.$strict>, z.ZodType>;

const sound: Row = {
  id: 'primary.thing',
  service: 'primary',
  group: 'users',
  title: 'Thing',
  summary: 'One thing.',
  method: 'GET',
  path: '/things/{thingId}',
  params: z.strictObject({ thingId: idParam({ title: 'Thing Id' }), cursor: cursorParam }),
  result: () => z.looseObject({ data: z.array(z.looseObject({ id: z.string() })), nextCursor: z.string().nullable() }),
  yields: createYieldsUnderData('user'),
  paging: { next: ['nextCursor'] },
  example: { thingId: '1' },
};

/** The error in a valid endpoint after a change. */
function faultOf(change: Partial<Row>): string {
  return endpointFault(defineEndpoint({ ...sound, ...change })) ?? 'nothing';
}

describe('defineEndpoint', () => {
  it('fills in defaults and freezes the endpoint', () => {
    const endpoint = defineEndpoint(sound);
    assert.ok(Object.isFrozen(endpoint));
    const { aliases, paramAliases, formats, confirmed, guesses, errors } = endpoint;
    assert.deepEqual(
      { aliases, paramAliases, formats, confirmed, guesses, errors },
      {
        aliases: [],
        paramAliases: {},
        formats: ['simple', 'raw'],
        confirmed: true,
        guesses: [],
        errors: [400, 401, 402, 403, 408, 409, 429, 500],
      },
    );
  });

  it("adds the gateway's only format and common errors", () => {
    const endpoint = defineEndpoint({ ...sound, id: 'gateway.thing', service: 'gateway', group: 'lists', errors: [404, 401] });
    assert.deepEqual([endpoint.formats, endpoint.errors], [['simple'], [400, 401, 404, 429, 500]]);
  });

  it('marks an endpoint with guesses as unconfirmed', () => {
    assert.equal(defineEndpoint({ ...sound, guesses: ['The name is guessed.'] }).confirmed, false);
  });
});

describe("an endpoint's error", () => {
  it("isn't found in a valid endpoint", () => assert.equal(faultOf({}), 'nothing'));

  const planted: readonly (readonly [what: string, change: Partial<Row>, says: RegExp])[] = [
    ['a path that names no parameter', { path: '/things/{other}' }, /the path names \{other\}, which is not a parameter/],
    ['a path that names a member of every object', { path: '/things/{thingId}/{toString}' }, /the path names \{toString\}/],
    [
      'an alias that names no parameter',
      { aliases: [{ method: 'GET', path: '/old/{other}', note: 'Old.' }] },
      /the path names \{other\}, which is not a parameter/,
    ],
    [
      'a path parameter that may be left out',
      { path: '/things/{thingId}/{cursor}' },
      /the path names \{cursor\}, which may be left out/,
    ],
    ['another name for no parameter', { paramAliases: { other: ['q'] } }, /other has other names but is not a parameter/],
    ['an id from the other service', { id: 'gateway.thing' }, /the id does not start with the service primary/],
    ['a group from the other service', { group: 'spaces' }, /primary has no group spaces/],
    [
      'paging without its parameter',
      { params: z.strictObject({ thingId: idParam({ title: 'Thing Id' }) }) },
      /it pages by cursor, which is not a parameter/,
    ],
    ['a row that yields nothing', { yields: [] }, /it does not say what it yields/],
    [
      'records at a path that its result lacks',
      { yields: [{ kind: 'user', at: ['users'], id: 'id' }] },
      /it yields user records at "users", which its result does not have/,
    ],
    [
      'records with an id field that they lack',
      { yields: createYieldsUnderData('user', 'rest_id') },
      /by rest_id, which they do not have/,
    ],
    [
      'a map at a path with a list',
      { yields: [{ kind: 'handleState', at: ['data'], map: { key: 'username', value: 'id' } }] },
      /it yields handleState records at "data", which is no map/,
    ],
    ['paging over a value other than a list', { yields: [{ kind: 'other', at: [] }] }, /it pages over "", which is no list/],
    [
      'a parameter without a title',
      { params: z.strictObject({ thingId: z.string(), cursor: cursorParam }) },
      /parameter thingId has no title/,
    ],
    [
      'an optional parameter that lost its title',
      {
        params: z.strictObject({ thingId: idParam({ title: 'Thing Id' }), cursor: textParam({ title: 'Cursor' }, 9).optional() }),
      },
      /parameter cursor has no title/,
    ],
    ['an example that is invalid', { example: { thingId: 'one' } }, /the example is invalid/],
    ['an example with an unknown name', { example: { thingId: '1', other: 1 } }, /the example is invalid/],
    ['an example without a required parameter', { example: {} }, /the example is invalid/],
  ];
  for (const [what, change, says] of planted) {
    it(`is found: ${what}`, () => assert.match(faultOf(change), says));
  }
});

describe('getPathParamNames', () => {
  it('returns the names in braces in order', () => assert.deepEqual(getPathParamNames('/a/{b}/c/{dE_1}'), ['b', 'dE_1']));
  it('returns an empty list for a path without parameters', () => assert.deepEqual(getPathParamNames('/misc/emojis'), []));
});
