import type { Pin, PinLabel } from '../pin.ts';
import type { World } from '../connections/world.ts';
import type { TreeRecord } from './treeRecord.ts';

/**
 * A record as something to pin; undefined for what cannot be pinned.
 * @param world where its id says something; undefined where that is not known
 */
export function toPin(record: TreeRecord, world: World | undefined): Pick<Pin, 'kind' | 'id' | 'label'> | undefined {
  switch (record.kind) {
    case 'user': {
      const { id, name, handle, avatarUrl, isVerified, isProtected, followers, following, posts } = record;
      const label = known({ name, handle, avatarUrl, isVerified, isProtected, followers, following, posts, world });
      return id === undefined ? undefined : { kind: 'user', id, label };
    }
    case 'list': {
      const { id, name, owner, isPrivate, members, followers } = record;
      return { kind: 'list', id, label: known({ name, handle: owner?.handle, isPrivate, members, followers, world }) };
    }
    case 'community': {
      const { id, name, isInviteOnly, members } = record;
      return { kind: 'community', id, label: known({ name, isPrivate: isInviteOnly, members, world }) };
    }
    case 'post':
    case 'space':
    case 'line':
      return undefined;
  }
}

/** A pin as the record that was seen when it was last labelled. */
export function toPinnedRecord({ kind, id, label }: Pin): TreeRecord {
  const { name, handle, avatarUrl, isVerified = false, isProtected = false, isPrivate = false } = label;
  const { followers, following, posts, members, world } = label;
  switch (kind) {
    case 'user':
      return {
        kind,
        path: undefined,
        world,
        id,
        handle: handle ?? '',
        name,
        avatarUrl,
        isVerified,
        isProtected,
        followers,
        following,
        posts,
      };
    case 'list':
      return {
        kind,
        path: undefined,
        world,
        id,
        name,
        owner: handle === undefined ? undefined : { kind: 'user', handle },
        members,
        followers,
        isPrivate,
      };
    case 'community':
      return { kind, path: undefined, world, id, name, members, isInviteOnly: isPrivate };
  }
}

type Loose = { readonly [K in keyof PinLabel]: PinLabel[K] | undefined };

/** Leaves out what is not known, so that it is not written either. */
function known({ name = '', ...rest }: Loose): PinLabel {
  return { name, ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined && value !== false)) };
}
