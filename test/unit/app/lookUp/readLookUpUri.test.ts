import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readLookUpUri } from '../../../../src/app/lookUp/readLookUpUri.ts';
import { propertyRuns } from '../../../support/propertyRuns.ts';

const read = (query: string, path = '/lookUp') => {
  const result = readLookUpUri({ path, query });
  return 'refusal' in result ? result.refusal : [result.choice.subject, result.choice.value];
};

describe('an address that asks for a look-up', () => {
  it('names one account, post, list or search', () => {
    assert.deepEqual(read('user=ada_writes'), ['user', '@ada_writes']);
    assert.deepEqual(read('user=@ada_writes'), ['user', '@ada_writes']);
    assert.deepEqual(read('user=12'), ['user', '12']);
    assert.deepEqual(read('post=1840000000000000001'), ['thread', '1840000000000000001']);
    assert.deepEqual(read('list=77'), ['list', '77']);
    assert.deepEqual(read('search=AT&T lang:en'), ['posts', 'AT&T lang:en']);
    assert.deepEqual(read('search=12'), ['posts', '12']);
  });

  it('is refused where it has another path or parameter, none, or more than one', () => {
    assert.equal(read('user=ada', '/setKey'), 'path');
    assert.equal(read('user=ada', '/lookUp/more'), 'path');
    for (const query of ['', 'user', 'User=ada', 'endpoint=x', 'toString=1', '__proto__=1'])
      assert.equal(read(query), 'parameter', query);
    assert.equal(read('user=ada&post=1'), 'value');
  });

  it('is refused where its value is nothing that can be looked up, or has signs that nobody sees', () => {
    for (const query of [
      'user=',
      'user=a_handle_that_is_too_long',
      'post=abc',
      'list=1e9',
      `post=${'1'.repeat(31)}`,
      'search= ',
    ]) {
      assert.equal(read(query), 'value', query);
    }
    assert.equal(read('search=a\u202Eb'), 'value');
    assert.equal(read('search=a\nb'), 'value');
  });

  it('is refused where a search is one that the service would refuse', () => {
    assert.equal(read('search=(coffee'), 'value');
  });

  it('is no longer than what a person can read', () => {
    assert.equal(read(`search=${'a '.repeat(300)}`), 'length');
  });

  it('never throws, and leads to no other look-up', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom('user=', 'post=', 'list=', 'search=', ''), (text, start) => {
        const result = readLookUpUri({ path: '/lookUp', query: start + text });
        assert.ok('refusal' in result || ['user', 'thread', 'list', 'posts'].includes(result.choice.subject));
      }),
      { numRuns: propertyRuns(50) },
    );
  });
});
