import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as z from 'zod';
import { defineEndpoint, type EndpointDefinition, createYieldsUnderData } from '../../../src/client/endpoint.ts';
import { cursorParam, idParam } from '../../../src/client/params.ts';

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
