import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { readAgentName } from '../../../../src/features/agents/untrusted.ts';
import { propertyRuns } from '../../../support/propertyRuns.ts';

describe("an agent's name", () => {
  it("is its program's title, otherwise the name", () => {
    assert.equal(readAgentName({ name: 'claude-code', title: 'Claude Code', version: '2.1' }), 'Claude Code');
    assert.equal(readAgentName({ name: 'Visual Studio Code', version: '1.106' }), 'Visual Studio Code');
    assert.equal(readAgentName({ name: '日本語 エージェント (β)' }), '日本語 エージェント (β)');
    assert.equal(readAgentName({ name: 'cursor', title: ' \n' }), 'cursor');
  });

  it('is undefined without readable characters', () => {
    for (const said of [undefined, null, 'text', {}, { name: 5 }, { name: '' }, { name: '\u202e\u200b"\u3164' }]) {
      assert.equal(readAgentName(said), undefined);
    }
  });

  it('is one short line without quotes, markup, or invisible characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const name = readAgentName({ name: text, title: `"${text}` }) ?? 'none';
        assert.match(name, /^[\p{L}\p{M}\p{N} ._()+/@…-]{1,40}$/u);
        assert.equal(name, name.trim());
      }),
      { numRuns: propertyRuns(10_000, 100) },
    );
  });
});
