import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { readKept } from '../../../../src/webview/results/resultsView.ts';
import { TypedAnew } from '../../../../src/webview/results/typedAnew.ts';

const fields = [
  { name: 'userId', isName: true },
  { name: 'count', isName: false },
];

describe('what a person types anew', () => {
  it('is an id that was gone for a moment, however quickly it was typed again', () => {
    const typed = new TypedAnew();
    const draft = (userId: string) => {
      typed.heard({ isSearch: false, fields }, { userId: '15', count: '20' }, { userId, count: '5' });
    };
    draft('15');
    assert.deepEqual(typed.names, []);
    draft('1');
    draft('15');
    assert.deepEqual(typed.names, ['15']);
  });

  it('is of a query only what was changed in it', () => {
    const typed = new TypedAnew();
    const asked = { searchItem: 'from:river @mill coffee' };
    typed.heard({ isSearch: true, fields: [] }, asked, { searchItem: 'from:river @mill coffee tea' });
    assert.deepEqual(typed.names, []);
    typed.heard({ isSearch: true, fields: [] }, asked, { searchItem: 'from:rive @mill coffee tea' });
    assert.deepEqual(typed.names, ['river']);
  });

  it('is kept with the page; what is no text among it counts as nothing', () => {
    const source = { endpointId: 'e', texts: {}, exchangeIds: [], world: 'sandbox' };
    assert.deepEqual(readKept({ source, draft: {}, typed: ['15', 3], view: {} })?.typed, ['15']);
    assert.deepEqual(readKept({ source, draft: {}, view: {} })?.typed, []);
    assert.equal(readKept({ source, draft: {}, view: {} })?.source.world, 'sandbox');
    assert.deepEqual(new TypedAnew(['15']).names, ['15']);
  });
});
