import assert from 'node:assert/strict';
import { listReadableGuesses } from '../../../../src/app/requests/listReadableGuesses.ts';
import { endpoints } from '../../../../src/client/endpoints/table.ts';

describe('what is guessed about an endpoint', () => {
  it('is said to people without the id that the repository knows it by', () => {
    const all = endpoints.flatMap((endpoint) => listReadableGuesses(endpoint));
    assert.ok(all.length > 0 && all.every((guess) => /^The reference .+\.$/.test(guess)), all.join('\n'));
    assert.deepEqual(
      all.filter((guess) => guess.includes('(')),
      [],
    );
  });
});
