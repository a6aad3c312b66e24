import { type Lazy, once } from './once.ts';
import type { PostIndex } from './postIndex.ts';
import { postsAt } from './postTable.ts';
import { accountCounts } from './profiles.ts';
import { createRandom, hashText } from './random.ts';
import { sequenceOf } from './sequence.ts';
import type { Space } from './spaceEntities.ts';
import type { Account, SpacePerson, World } from './world.ts';

type SpacePart = Pick<World, 'space' | 'spaces' | 'spacePeople' | 'spacePosts'>;

/** The audio rooms' part of the world. */
export function spaceView(
  seed: number,
  spaces: Lazy<readonly Space[]>,
  index: Lazy<PostIndex>,
  account: (id: string) => Account | undefined,
  at: (number: number) => Account,
): SpacePart {
  const byId = once(() => new Map(spaces().map((space) => [space.id, space])));
  return {
    space: (id) => byId().get(id),
    spaces: () => sequenceOf(spaces()),
    spacePeople: (id, role) => {
      const space = byId().get(id);
      return sequenceOf(space === undefined ? [] : peopleOf(seed, space, role, account, at));
    },
    spacePosts: (id) => postsAt(index().posts, index().bySpace().get(id)),
  };
}

function peopleOf(
  seed: number,
  space: Space,
  role: SpacePerson['role'],
  account: (id: string) => Account | undefined,
  at: (number: number) => Account,
): readonly SpacePerson[] {
  const since = (id: string): number => space.startsAtMs + (hashText(`${space.id} ${id}`) % 300) * 1000;
  switch (role) {
    case 'host':
    case 'speaker':
      return (role === 'host' ? space.hostIds : space.speakerIds).flatMap((id) => {
        const person = account(id);
        return person === undefined ? [] : [{ account: person, role, sinceMs: role === 'host' ? space.startsAtMs : since(id) }];
      });
    case 'listener':
      return listenersOf(seed, space, at).map((number) => ({ account: at(number), role, sinceMs: since(at(number).id) }));
  }
}

/** A run of account numbers from a place of the room's own, without whoever speaks. */
function listenersOf(seed: number, space: Space, at: (number: number) => Account): readonly number[] {
  const start = createRandom(seed, space.id).below(accountCounts.public);
  const speaking = new Set([...space.hostIds, ...space.speakerIds]);
  return Array.from({ length: accountCounts.public }, (_, offset) => (start + offset) % accountCounts.public)
    .filter((number) => !speaking.has(at(number).id))
    .slice(0, space.listenerCount);
}
