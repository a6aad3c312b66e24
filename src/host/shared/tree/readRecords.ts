import type {
  CommunityRecord,
  LineRecord,
  ListRecord,
  PostRecord,
  RecordPath,
  SpaceRecord,
  TreeRecord,
  UserRecord,
} from './treeRecord.ts';

/** How the records of an answer are found: their kind, and where their arrays (for lines: the objects or arrays) stand. */
export interface Reading {
  readonly kind: TreeRecord['kind'];
  readonly at: readonly RecordPath[];
}

/**
 * Reads the records of a `simple` answer of either service. Takes what fits and leaves out what has no id: an answer that
 * differs from its shape was paid for, and what can be read of it is shown.
 */
export function readRecords(value: unknown, { kind, at }: Reading): readonly TreeRecord[] {
  return at.flatMap((path): readonly TreeRecord[] => {
    const found = path.reduce(member, value);
    if (kind === 'line') {
      return readLines(found, path);
    }
    return Array.isArray(found) ? found.flatMap((item, index) => readOne(kind, item, [...path, index]) ?? []) : [];
  });
}

/** Reads one record; undefined when it has no name or id to stand for it. */
export function readOne(kind: Exclude<TreeRecord['kind'], 'line'>, value: unknown, path: RecordPath): TreeRecord | undefined {
  switch (kind) {
    case 'user':
      return readUser(value, path);
    case 'post':
      return readPost(value, path);
    case 'list':
      return readList(value, path);
    case 'community':
      return readCommunity(value, path);
    case 'space':
      return readSpace(value, path);
  }
}

function readUser(value: unknown, path: RecordPath): UserRecord | undefined {
  const handle = text(value, 'username') ?? text(value, 'screen_name');
  if (handle === undefined) {
    return undefined;
  }
  const counts = member(value, 'counts') ?? member(value, 'metrics');
  const isStub = member(value, 'createdAt') === null;
  // of members of a community upstream says little: the service writes a 0 for a count that it does not know
  const known = (found: number | undefined) => (isStub && found === 0 ? undefined : found);
  return {
    kind: 'user',
    path,
    id: text(value, 'id') ?? text(value, 'rest_id'),
    handle,
    name: text(value, 'name') ?? handle,
    bio: text(value, 'description'),
    avatarUrl: text(value, 'avatarUrl') ?? text(value, 'profile_image_url_https') ?? text(value, 'profile_image_url'),
    isVerified: member(value, 'verified') === true,
    isProtected: member(value, 'protected') === true,
    followers: known(count(counts, 'followers') ?? count(counts, 'followers_count') ?? count(value, 'followers_count')),
    following: known(count(counts, 'following') ?? count(counts, 'following_count')),
    posts: known(count(counts, 'tweets')),
    role: text(value, 'role'),
  };
}

function readPost(value: unknown, path: RecordPath): PostRecord | undefined {
  const id = text(value, 'id');
  if (id === undefined) {
    return undefined;
  }
  const author = member(value, 'author');
  const counts = member(value, 'counts') ?? member(value, 'metrics');
  const reposted = member(value, 'retweetOf');
  const media = member(value, 'media');
  return {
    kind: 'post',
    path,
    id,
    url: text(value, 'url'),
    text: text(reposted, 'text') ?? text(value, 'text') ?? '',
    handle: text(author, 'username') ?? '',
    authorName: text(author, 'name') ?? '',
    originalHandle: text(member(reposted, 'author'), 'username'),
    createdAt: text(value, 'createdAt') ?? text(value, 'created_at'),
    likes: count(counts, 'likes') ?? count(counts, 'like_count'),
    reposts: count(counts, 'retweets') ?? count(counts, 'retweet_count'),
    replies: count(counts, 'replies') ?? count(counts, 'reply_count'),
    isRepost: typeof reposted === 'object' && reposted !== null,
    isPinned: member(value, 'isPinned') === true,
    mediaCount: Array.isArray(media) ? media.length : 0,
  };
}

function readList(value: unknown, path: RecordPath): ListRecord | undefined {
  const id = text(value, 'id');
  return id === undefined
    ? undefined
    : {
        kind: 'list',
        path,
        id,
        name: text(value, 'name') ?? id,
        description: text(value, 'description'),
        owner: text(member(value, 'owner'), 'username'),
        members: count(value, 'memberCount') ?? count(value, 'member_count'),
        followers: count(value, 'followerCount') ?? count(value, 'follower_count'),
        isPrivate: member(value, 'private') === true,
      };
}

function readCommunity(value: unknown, path: RecordPath): CommunityRecord | undefined {
  const id = text(value, 'id');
  return id === undefined
    ? undefined
    : {
        kind: 'community',
        path,
        id,
        name: text(value, 'name') ?? id,
        description: text(value, 'description'),
        members: count(value, 'memberCount') ?? count(value, 'member_count'),
        isInviteOnly: member(value, 'invite_only') === true || /restrict|invit/i.test(text(value, 'joinPolicy') ?? ''),
      };
}

function readSpace(value: unknown, path: RecordPath): SpaceRecord | undefined {
  const id = text(value, 'id');
  return id === undefined
    ? undefined
    : {
        kind: 'space',
        path,
        id,
        title: text(value, 'title') ?? id,
        state: text(value, 'state'),
        participants: count(value, 'participant_count'),
        host: text(member(value, 'creator'), 'username'),
      };
}

/** The facts of an object, or the entries of an array, each on a line; objects inside are opened, arrays counted. */
function readLines(value: unknown, path: RecordPath): readonly LineRecord[] {
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown, index) => {
      const label = typeof item === 'string' ? item : (text(item, 'name') ?? text(item, 'title') ?? text(item, 'text'));
      return label === undefined
        ? []
        : [{ kind: 'line', path: [...path, index], label, value: text(item, 'description') } as const];
    });
  }
  if (typeof value !== 'object' || value === null) {
    return [];
  }
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => factLines(name, inner, path));
}

function factLines(name: string, value: unknown, path: RecordPath): readonly LineRecord[] {
  const line = (label: string, shown: string, ...keys: RecordPath): LineRecord => ({
    kind: 'line',
    path: [...path, ...keys],
    label,
    value: shown,
  });
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return value === '' ? [] : [line(words(name), String(value), name)];
  }
  if (Array.isArray(value)) {
    return [line(words(name), String(value.length), name)];
  }
  if (typeof value !== 'object' || value === null) {
    return [];
  }
  return Object.entries(value).flatMap(([inner, item]: [string, unknown]) =>
    typeof item === 'string' || typeof item === 'number' || typeof item === 'boolean'
      ? [line(`${words(name)}: ${words(inner).toLowerCase()}`, String(item), name, inner)]
      : [],
  );
}

/** "accountBasedIn" and "account_based_in" as "Account based in": the service's own words, fit to read. */
function words(name: string): string {
  const spaced = name
    .replaceAll('_', ' ')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

function member(value: unknown, key: string | number): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
}

function text(value: unknown, key: string): string | undefined {
  const found = member(value, key);
  return typeof found === 'string' && found !== '' ? found : undefined;
}

function count(value: unknown, key: string): number | undefined {
  const found = member(value, key);
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined;
}
