import { createHash } from 'node:crypto';
import { parseQuery } from '../../../../src/client/search/parseQuery.ts';
import { createWorld } from '../../../../src/sandbox/world/createWorld.ts';
import { landmarks } from '../../../../src/sandbox/world/landmarks.ts';
import { searchPeople, searchPosts } from '../../../../src/sandbox/world/search/searchPosts.ts';
import type { SliceableSequence } from '../../../../src/sandbox/world/world.ts';

/** A digest over records and pages from all over a world: the same bytes give the same one. */
export function worldDigest(seed: number): string {
  const world = createWorld(seed);
  const hash = createHash('sha256');
  const add = (sequence: SliceableSequence<unknown>): void => {
    for (let part = 0; part < 40; part += 1) {
      const start = Math.floor((sequence.length * part) / 40);
      hash.update(JSON.stringify(sequence.slice(start, start + 12)));
    }
    hash.update(String(sequence.length));
  };
  add(world.accounts());
  add(world.posts());
  add(world.lists());
  add(world.followersOf(landmarks.crowdedId, 'all'));
  add(world.followersOf(landmarks.crowdedId, 'verified'));
  add(world.postsOf(landmarks.prolificId, 'posts'));
  add(world.listPosts(landmarks.longListId));
  add(world.repliesTo(landmarks.hugeThreadId));
  for (const account of world.accounts().slice(0, 100)) {
    add(world.followingOf(account.id));
    hash.update(JSON.stringify(world.postsOf(account.id, 'likes').slice(0, 5)));
  }
  for (const query of ['coffee', 'lang:ja OR #opendata -filter:media', 'harbour since:2026-01-01']) {
    for (const order of ['latest', 'top'] as const) {
      add(searchPosts(world, parseQuery(query).root, { order, note: String }));
    }
    add(searchPeople(world, parseQuery(query).root, String));
  }
  return hash.digest('hex');
}
