import assert from 'node:assert/strict';
import type { Service } from '../../../../src/client/endpoint.ts';
import {
  needsWorldMark,
  isWorld,
  servesWorld,
  type World,
  getAnswerWorld,
  worldOrDefault,
} from '../../../../src/app/origin/world.ts';

type Ways = Parameters<typeof servesWorld>[0];
type Way = readonly [kind: 'sandbox' | 'direct', baseUrl: string];

const embedded: Way = ['sandbox', 'http://127.0.0.1:5001/any'];
const own: Way = ['direct', 'http://127.0.0.1:6001/any'];
const real: Way = ['direct', 'https://service.example/v1'];
const none: Way = ['direct', ''];
const ofOwn: World = 'http://127.0.0.1:6001';

/** Connections as the two services are reached. */
function ways(primary: Way, gateway: Way): Ways {
  const wayOf = (service: Service) => (service === 'primary' ? primary : gateway);
  const of: Ways['of'] = (service) => {
    const [kind, baseUrl] = wayOf(service);
    return baseUrl === '' ? undefined : { kind, baseUrl, credentials: () => Promise.resolve(undefined) };
  };
  return {
    of,
    kindOf: (service) => wayOf(service)[0],
    keySlotOf: (service) => (wayOf(service)[0] === 'sandbox' ? undefined : service),
    addressOf: (slot) => wayOf(slot === 'gateway' ? 'gateway' : 'primary')[1],
    isOwnSandbox: (baseUrl) => baseUrl === embedded[1],
    isCurrent: ({ request }) => of(request.service)?.baseUrl === request.baseUrl,
  };
}

function answerOf(connections: Ways, [, baseUrl]: Way, headers: Readonly<Record<string, string>> = {}): World {
  const request = { service: 'primary', baseUrl } as Parameters<typeof getAnswerWorld>[1]['request']; // all that is read of it
  return getAnswerWorld(connections, { headers, request });
}

describe('the world of a record', () => {
  const marked = { 'x-sandbox': '1' };

  it('is that of the connection that its answer came from', () => {
    assert.equal(answerOf(ways(embedded, embedded), embedded, marked), 'sandbox');
    assert.equal(answerOf(ways(embedded, embedded), embedded), 'sandbox', 'marked or not');
    assert.equal(answerOf(ways(real, embedded), real), 'platform');
    assert.equal(answerOf(ways(own, embedded), own, marked), ofOwn);
  });

  it('is that of the sandbox of this window also after another connection was selected, unless it was connected as any other', () => {
    assert.equal(answerOf(ways(real, embedded), embedded, marked), 'sandbox');
    assert.equal(answerOf(ways(none, none), embedded, marked), 'sandbox');
    const asOwn: Way = ['direct', embedded[1]];
    assert.equal(answerOf(ways(asOwn, real), asOwn, marked), 'http://127.0.0.1:5001');
  });

  it('is never the platform for what says that a sandbox gave it, whatever is connected by now', () => {
    for (const connections of [ways(real, real), ways(embedded, real), ways(own, own), ways(none, none)]) {
      assert.notEqual(answerOf(connections, ['sandbox', 'http://127.0.0.1:4999/any'], marked), 'platform');
    }
  });

  it('is that of the primary connection for what was pinned before worlds were kept', () => {
    assert.equal(worldOrDefault(ways(embedded, real), undefined), 'sandbox');
    assert.equal(worldOrDefault(ways(real, embedded), undefined), 'platform');
    assert.equal(worldOrDefault(ways(real, embedded), 'sandbox'), 'sandbox');
  });

  it('is read only where it is one', () => {
    assert.deepEqual(['platform', 'sandbox', 'http://127.0.0.1:6001', 'https://a.example'].filter(isWorld).length, 4);
    for (const other of ['', 'http', 'http://', 'http://a.example/path', 'httpx', 'javascript:1', 'HTTP://A.EXAMPLE', 1, null]) {
      assert.equal(isWorld(other), false, String(other));
    }
  });
});

describe('whether a service may be asked about a thing', () => {
  const asked = (connections: Ways, world: World) =>
    (['primary', 'gateway'] as const).filter((service) => servesWorld(connections, world, service)).join();

  it('is no for a paid service and what any sandbox made up, and for a sandbox and what is real', () => {
    assert.equal(asked(ways(real, embedded), 'sandbox'), 'gateway');
    assert.equal(asked(ways(real, embedded), 'platform'), 'primary');
    assert.equal(asked(ways(embedded, real), 'sandbox'), 'primary');
    assert.equal(asked(ways(embedded, real), 'platform'), 'gateway');
    assert.equal(asked(ways(real, real), 'sandbox'), '');
    assert.equal(asked(ways(embedded, embedded), 'platform'), '');
    assert.equal(asked(ways(real, real), ofOwn), '');
    assert.equal(asked(ways(embedded, embedded), ofOwn), '');
  });

  it('is yes for a sandbox of the developer’s own and what it made up, and no other connection', () => {
    assert.equal(asked(ways(own, own), ofOwn), 'primary,gateway');
    assert.equal(asked(ways(own, embedded), ofOwn), 'primary');
    assert.equal(asked(ways(own, embedded), 'sandbox'), 'gateway');
    assert.equal(asked(ways(['direct', 'http://127.0.0.1:6002/any'], none), ofOwn), '');
  });

  it('brings a mark only where a thing could be taken for one of another world', () => {
    assert.equal(needsWorldMark(ways(embedded, embedded), 'sandbox'), false);
    assert.equal(needsWorldMark(ways(real, embedded), 'sandbox'), true);
    assert.equal(needsWorldMark(ways(real, embedded), 'platform'), false);
    assert.equal(needsWorldMark(ways(embedded, embedded), 'platform'), true);
    assert.equal(needsWorldMark(ways(own, own), ofOwn), false);
    assert.equal(needsWorldMark(ways(real, none), 'platform'), false);
  });
});
