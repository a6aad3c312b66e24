import assert from 'node:assert/strict';
import { parseQuery } from '../../src/client/search/parseQuery.ts';
import { createWorld } from '../../src/sandbox/world/createWorld.ts';
import { searchPeople, searchPosts } from '../../src/sandbox/world/search/searchPosts.ts';
import { measureCpuMs } from '../support/measureCpuMs.ts';

const maxMs = 100;
const world = createWorld();
const note = (): void => undefined;

/** As many parts as fit a query, each another one where the part says so. */
function query(part: (turn: number) => string, between: string): string {
  let text = part(0);
  for (let turn = 1; text.length + between.length + part(turn).length <= 512; turn += 1) text += between + part(turn);
  return text;
}

const words = ['the', 'a', 'of', 'in', 'and', 'was', 'to', 'on'];
const letter = (turn: number): string => String.fromCodePoint(97 + (turn % 26));
const wordOf = (turn: number): string => words[turn % words.length] ?? '';

/** Queries that ask every post for as much as a query can. */
const slowest: Readonly<Record<string, string>> = {
  'one word again and again': query(() => 'a', ' OR '),
  letters: query(letter, ' OR '),
  'negated letters': query((turn) => `-${letter(turn)}`, ' '),
  phrases: query((turn) => `"${wordOf(turn)} ${wordOf(turn >> 3)}"`, ' OR '),
  hashtags: query((turn) => `#${letter(turn)}`, ' OR '),
  mentions: query((turn) => `@${letter(turn)}`, ' OR '),
  'people that were replied to': query((turn) => `to:${letter(turn)}`, ' OR '),
  'people that wrote': query((turn) => `from:${letter(turn)}`, ' OR '),
  addresses: query((turn) => `url:${turn}x`, ' OR '),
  counts: query((turn) => `min_replies:${90 + turn}`, ' OR '),
  quoted: query((turn) => `quoted_user_id:${turn}`, ' OR '),
  kinds: query(() => 'filter:has_engagement', ' -'),
};

function fastestOfThree(run: () => unknown): number {
  return Math.min(...[1, 2, 3].map(() => measureCpuMs(run)));
}

describe('a search of 512 characters', () => {
  for (const [name, text] of Object.entries(slowest)) {
    it(`holds up nobody for 100 ms: ${name}`, () => {
      const { root } = parseQuery(text);
      const postsMs = fastestOfThree(() => searchPosts(world, root, { order: 'latest', note }));
      const peopleMs = fastestOfThree(() => searchPeople(world, root, note));
      assert.ok(postsMs < maxMs && peopleMs < maxMs, `posts ${Math.round(postsMs)} ms, people ${Math.round(peopleMs)} ms`);
    });
  }
});
