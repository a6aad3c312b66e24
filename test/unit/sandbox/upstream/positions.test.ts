import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { describe, it } from 'mocha';
import { rawUserLayouts } from '../../../../src/sandbox/upstream/rawUserLayout.ts';
import { toTweetResult } from '../../../../src/sandbox/upstream/upstreamTweet.ts';
import { iterateSequence } from '../../../../src/sandbox/world/lazySequence.ts';
import { at, world } from '../answers/ask.ts';
import { list, text } from './rawReader.ts';

const posts = [...iterateSequence(world.posts())];

/** What stands at the positions of an entity, which count code points. */
function cut(whole: string, entity: unknown): string {
  const [start, end] = [Number(at(entity, 'indices', 0)), Number(at(entity, 'indices', 1))];
  const characters = [...whole];
  assert.ok(start <= end && end <= characters.length);
  return characters.slice(start, end).join('');
}

/** Checks the parts of one text: `full_text` is escaped, a note is not. */
function checkParts(whole: string, entities: unknown): void {
  for (const tag of list(at(entities, 'hashtags'))) assert.equal(cut(whole, tag), `#${text(at(tag, 'text'))}`);
  for (const who of list(at(entities, 'user_mentions'))) assert.equal(cut(whole, who), `@${text(at(who, 'screen_name'))}`);
  for (const url of list(at(entities, 'urls'))) {
    assert.equal(cut(whole, url), at(url, 'url'));
    assert.match(cut(whole, url), /^https:\/\/t\.co\/\w{10}$/);
  }
}

describe('the positions in a raw tweet', () => {
  it('are code points of the text that they belong to, and its end hides nothing but the link of its media', () => {
    fc.assert(
      fc.property(fc.constantFrom(...posts), fc.constantFrom(...rawUserLayouts), (post, rawUserLayout) => {
        const result = toTweetResult({ world, rawUserLayout }, post);
        const tweet = at(result, 'tweet') ?? result;
        const fullText = text(at(tweet, 'legacy', 'full_text'));
        const entities = at(tweet, 'legacy', 'entities');
        checkParts(fullText, entities);
        const hidden = [...fullText].slice(Number(at(tweet, 'legacy', 'display_text_range', 1))).join('');
        const media = list(at(entities, 'media'));
        for (const medium of media) assert.equal(cut(fullText, medium), at(medium, 'url'));
        assert.equal(hidden.trim(), media.length === 0 ? '' : at(media[0], 'url'));
        const note = at(tweet, 'note_tweet', 'note_tweet_results', 'result');
        if (note !== undefined) checkParts(text(at(note, 'text')), at(note, 'entity_set'));
      }),
      { numRuns: 1500 },
    );
  });
});
