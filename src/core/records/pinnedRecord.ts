import type { PinInput, PinLabel } from '../pins.ts';
import { shortenText } from '../text/stripHiddenCharacters.ts';
import { getTrendQuery, type PinnableRow, type TreeRecord } from './treeRecord.ts';

/** Unique among pins of the same kind; undefined without an id. */
export function getPinId(record: PinnableRow): string | undefined {
  return record.kind === 'trend' ? getTrendQuery(record) : record.id;
}

/** Undefined if it can't be pinned. @param connection the connection that found it */
export function toPinInput(record: TreeRecord, connection: string | undefined): PinInput | undefined {
  switch (record.kind) {
    case 'user': {
      const { kind, id, bio } = record;
      return id === undefined ? undefined : { kind, id, label: toPinLabel({ ...record, about: bio, connection }) };
    }
    case 'list': {
      const { kind, id, owner, description } = record;
      return { kind, id, label: toPinLabel({ ...record, handle: owner?.handle, about: description, connection }) };
    }
    case 'community': {
      const { kind, id, description, isInviteOnly } = record;
      return { kind, id, label: toPinLabel({ ...record, about: description, isPrivate: isInviteOnly, connection }) };
    }
    case 'space': {
      const { kind, id, title, host, participants } = record;
      return { kind, id, label: toPinLabel({ name: title, handle: host?.handle, participants, connection }) };
    }
    case 'trend': {
      const { kind, name, query, volume } = record;
      // a trend doesn't need a connection, because its words mean the same on all of them
      return { kind, id: getTrendQuery(record), label: toPinLabel({ name, query, posts: volume }) };
    }
    case 'post':
    case 'line':
      return undefined;
  }
}

export function toPinnedRecord({ kind, id, label }: PinInput): PinnableRow {
  const { handle, about, isPrivate } = label;
  const remembered = { ...label, id, path: undefined };
  switch (kind) {
    case 'user':
      return { ...remembered, kind, handle: handle ?? '', bio: about };
    case 'list':
      return { ...remembered, kind, description: about, owner: handle === undefined ? undefined : { kind: 'user', handle } };
    case 'community':
      return { ...remembered, kind, description: about, isInviteOnly: isPrivate };
    case 'space':
      return { ...remembered, kind, title: label.name, host: handle === undefined ? undefined : { kind: 'user', handle } };
    case 'trend':
      return { ...remembered, kind, volume: label.posts };
  }
}

/** Every window keeps all pins' labels in memory. */
const maxAboutLength = 300;

type IncompletePinLabel = { readonly [K in keyof PinLabel]: PinLabel[K] | undefined };

const pinLabelFields = [
  ...['handle', 'about', 'avatarUrl', 'isVerified', 'isProtected', 'isPrivate', 'followers', 'following', 'posts', 'members'],
  ...['media', 'likes', 'moderators', 'participants', 'query', 'connection'],
] as const;

/** Stores only known fields. */
function toPinLabel(known: IncompletePinLabel): PinLabel {
  const label = { ...known, about: shortenText(known.about ?? '', maxAboutLength) };
  const fields = pinLabelFields
    .map((name) => [name, label[name]] as const)
    .filter(([, value]) => value !== undefined && value !== false && value !== '');
  return { name: known.name ?? '', ...Object.fromEntries(fields) };
}
