import assert from 'node:assert/strict';
import { createClient } from '../../src/client/createClient.ts';
import { toLookUpItems } from '../../src/host/lookUp/lookUpItems.ts';
import { fakeTransport } from '../support/fakeTransport.ts';
import { testConnection } from '../support/testEndpoints.ts';

describe('the rows of Look Up', () => {
  it('have no character that turns the line in what was typed, where an answer is kept as well', async () => {
    const transport = fakeTransport(() => ({ body: { data: [{ id: '1' }], nextCursor: null, hasNextPage: false } }));
    const client = createClient({ connections: () => testConnection(), transport });
    const typed = 'coffee \u202E beans';
    for (const { choice } of toLookUpItems(client, 'anything', typed)) {
      assert.ok(choice);
      await client.call(choice.endpoint, choice.params);
    }
    const rows = toLookUpItems(client, 'anything', typed);
    assert.deepEqual(new Set(rows.map(({ reuse }) => reuse)), new Set(['only', 'never']));
    for (const { label, description = '', detail = '' } of rows) {
      assert.doesNotMatch(`${label}${description}${detail}`, /[\p{Cc}[\p{Cf}--\u200d]\u2028\u2029]/v);
    }
  });
});
