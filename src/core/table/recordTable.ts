import type { RecordKind } from '../../client/endpoint.ts';
import { getValueAtPath } from '../../client/records/fieldValues.ts';
import { type AnyRecord, readRecord } from '../../client/records/readRecord.ts';
import { shortenText, stripToSingleLine } from '../text/stripHiddenCharacters.ts';
import { type Column, type ColumnType, parseTimeMs, type RecordColumn, type RowCells, toCell } from './cell.ts';
import type { PageRecord, RecordPage } from '../../client/records/toPage.ts';
import { toReadableLabel } from '../records/treeRecord.ts';

/** The method form is bivariant, so columns of different kinds fit one table. */
type ReadColumnValue<R> = { of(record: R): ColumnValue }['of'];
type ColumnValue = string | number | boolean | readonly string[] | undefined;
type ColumnSpec<R> = readonly [name: string, title: string, type: ColumnType, read: ReadColumnValue<R>, isExtra?: 'extra'];
type ColumnSpecsByKind = {
  readonly [K in Exclude<RecordKind, 'other'>]: readonly ColumnSpec<Extract<AnyRecord, { readonly kind: K }>>[];
};

/** The columns don't depend on the loaded records, so all files of a kind have one schema. `extra` columns are hidden by default. */
// oxfmt-ignore
const recordColumnSpecs: ColumnSpecsByKind = {
  post: [
    ['id', 'ID', 'id', ({ id }) => id, 'extra'],
    ['created_at', 'Time', 'time', ({ createdAt }) => createdAt],
    ['author_username', 'Author', 'text', ({ author }) => author?.handle],
    ['author_name', 'Author Name', 'text', ({ author }) => author?.name, 'extra'],
    ['author_id', 'Author ID', 'id', ({ author }) => author?.id, 'extra'],
    ['author_verified', 'Author Verified', 'flag', ({ author }) => author?.isVerified, 'extra'],
    ['author_avatar_url', 'Author Image', 'link', ({ author }) => author?.avatarUrl, 'extra'],
    ['author_followers', 'Author Followers', 'count', ({ author }) => author?.followers, 'extra'],
    ['text', 'Text', 'text', ({ text }) => text],
    ['lang', 'Language', 'text', ({ lang }) => lang],
    ['likes', 'Likes', 'count', ({ likes }) => likes],
    ['reposts', 'Reposts', 'count', ({ reposts }) => reposts],
    ['replies', 'Replies', 'count', ({ replies }) => replies],
    ['quotes', 'Quotes', 'count', ({ quotes }) => quotes],
    ['bookmarks', 'Bookmarks', 'count', ({ bookmarks }) => bookmarks, 'extra'],
    ['views', 'Views', 'count', ({ views }) => views],
    ['hashtags', 'Hashtags', 'list', ({ hashtags }) => hashtags, 'extra'],
    ['mentions', 'Mentions', 'list', ({ mentions }) => mentions, 'extra'],
    ['links', 'Links', 'list', ({ links }) => links?.flatMap(({ url }) => url ?? []), 'extra'],
    ['short_links', 'Short Links', 'list', ({ links }) => fillMissingTexts(links?.map(({ token }) => token)), 'extra'],
    ['media_types', 'Media', 'list', ({ media }) => media?.flatMap(({ type }) => type ?? [])],
    ['media_urls', 'Media Links', 'list', ({ media }) => media?.flatMap(({ url }) => url ?? []), 'extra'],
    ['media_previews', 'Media Previews', 'list', ({ media }) => media?.flatMap(({ previewUrl }) => previewUrl ?? []), 'extra'],
    ['media_alt', 'Media Descriptions', 'list', ({ media }) => fillMissingTexts(media?.map(({ alt }) => alt)), 'extra'],
    ['conversation_id', 'Conversation ID', 'id', ({ conversationId }) => conversationId, 'extra'],
    ['reply_to_id', 'Reply to ID', 'id', ({ replyToId }) => replyToId, 'extra'],
    ['reply_to_username', 'Reply to', 'text', ({ replyToHandle }) => replyToHandle, 'extra'],
    ['quoted_id', 'Quoted ID', 'id', ({ quoted }) => quoted?.id, 'extra'],
    ['repost_of_id', 'Reposted ID', 'id', ({ repostOf }) => repostOf?.id, 'extra'],
    ['source', 'Sent with', 'text', ({ source }) => source, 'extra'],
    ['place', 'Place', 'text', ({ place }) => place, 'extra'],
    ['latitude', 'Latitude', 'number', ({ latitude }) => latitude, 'extra'],
    ['longitude', 'Longitude', 'number', ({ longitude }) => longitude, 'extra'],
    ['community_id', 'Community ID', 'id', ({ community }) => community?.id, 'extra'],
    ['community_name', 'Community', 'text', ({ community }) => community?.name, 'extra'],
    ['is_pinned', 'Pinned', 'flag', ({ isPinned }) => isPinned, 'extra'],
    ['url', 'Link', 'link', ({ url }) => url, 'extra'],
  ],
  user: [
    ['id', 'ID', 'id', ({ id }) => id, 'extra'],
    ['username', 'Handle', 'text', ({ handle }) => handle],
    ['name', 'Name', 'text', ({ name }) => name],
    ['description', 'Description', 'text', ({ bio }) => bio],
    ['followers', 'Followers', 'count', ({ followers }) => followers],
    ['following', 'Following', 'count', ({ following }) => following],
    ['tweets', 'Posts', 'count', ({ posts }) => posts],
    ['likes', 'Likes', 'count', ({ likes }) => likes, 'extra'],
    ['media', 'Media', 'count', ({ media }) => media, 'extra'],
    ['listed', 'Listed', 'count', ({ listed }) => listed, 'extra'],
    ['verified', 'Verified', 'flag', ({ isVerified }) => isVerified],
    ['verified_type', 'Badge Type', 'text', ({ verifiedType }) => verifiedType, 'extra'],
    ['protected', 'Protected', 'flag', ({ isProtected }) => isProtected, 'extra'],
    ['automated', 'Automated', 'flag', ({ isAutomated }) => isAutomated, 'extra'],
    ['location', 'Location', 'text', ({ location }) => location],
    ['created_at', 'Joined', 'time', ({ createdAt }) => createdAt],
    ['role', 'Role', 'text', ({ role }) => role],
    ['member_since', 'Member since', 'time', ({ memberSince }) => memberSince, 'extra'],
    ['website', 'Website', 'link', ({ website }) => website, 'extra'],
    ['avatar_url', 'Image', 'link', ({ avatarUrl }) => avatarUrl, 'extra'],
    ['banner_url', 'Banner', 'link', ({ bannerUrl }) => bannerUrl, 'extra'],
    ['pinned_ids', 'Pinned Posts', 'list', ({ pinnedIds }) => pinnedIds, 'extra'],
  ],
  list: [
    ['id', 'ID', 'id', ({ id }) => id, 'extra'],
    ['name', 'Name', 'text', ({ name }) => name],
    ['description', 'Description', 'text', ({ description }) => description],
    ['owner_username', 'Owner', 'text', ({ owner }) => owner?.handle],
    ['owner_id', 'Owner ID', 'id', ({ owner }) => owner?.id, 'extra'],
    ['members', 'Members', 'count', ({ members }) => members],
    ['followers', 'Followers', 'count', ({ followers }) => followers],
    ['private', 'Private', 'flag', ({ isPrivate }) => isPrivate],
    ['created_at', 'Created', 'time', ({ createdAt }) => createdAt],
    ['banner_url', 'Banner', 'link', ({ bannerUrl }) => bannerUrl, 'extra'],
  ],
  community: [
    ['id', 'ID', 'id', ({ id }) => id, 'extra'],
    ['name', 'Name', 'text', ({ name }) => name],
    ['description', 'Description', 'text', ({ description }) => description],
    ['purpose', 'Purpose', 'text', ({ purpose }) => purpose, 'extra'],
    ['members', 'Members', 'count', ({ members }) => members],
    ['moderators', 'Moderators', 'count', ({ moderators }) => moderators, 'extra'],
    ['join_policy', 'Join Policy', 'text', ({ joinPolicy }) => joinPolicy],
    ['invite_only', 'Invite-Only', 'flag', ({ isInviteOnly }) => isInviteOnly, 'extra'],
    ['nsfw', 'Sensitive', 'flag', ({ isSensitive }) => isSensitive, 'extra'],
    ['admin_username', 'Admin', 'text', ({ admin }) => admin?.handle],
    ['rules', 'Rules', 'list', ({ rules }) => rules, 'extra'],
    ['created_at', 'Created', 'time', ({ createdAt }) => createdAt],
    ['banner_url', 'Banner', 'link', ({ bannerUrl }) => bannerUrl, 'extra'],
  ],
  job: [
    ['id', 'ID', 'id', ({ id }) => id, 'extra'],
    ['title', 'Title', 'text', ({ title }) => title],
    ['company', 'Company', 'text', ({ company }) => company],
    ['location', 'Location', 'text', ({ location }) => location],
    ['salary', 'Salary', 'text', ({ salary }) => salary],
    ['created_at', 'Listed', 'time', ({ createdAt }) => createdAt],
    ['url', 'Link', 'link', ({ url }) => url],
  ],
  trend: [
    ['rank', 'Rank', 'count', ({ rank }) => rank],
    ['name', 'Topic', 'text', ({ name }) => name],
    ['description', 'About', 'text', ({ description }) => description],
    ['volume', 'Posts', 'count', ({ volume }) => volume],
    ['growth_rate', 'Growth %', 'number', ({ growthRate }) => growthRate],
    ['score', 'Score', 'number', ({ score }) => score],
    ['category', 'Category', 'text', ({ category }) => category],
    ['trending_since', 'Trending since', 'time', ({ trendingSince }) => trendingSince],
    ['related', 'Related Hashtags', 'list', ({ related }) => related],
    ['query', 'Query', 'text', ({ query }) => query, 'extra'],
    ['url', 'Link', 'link', ({ url }) => url, 'extra'],
  ],
  space: [
    ['id', 'ID', 'id', ({ id }) => id, 'extra'],
    ['title', 'Title', 'text', ({ title }) => title],
    ['state', 'State', 'text', ({ state }) => state],
    ['host', 'Host', 'text', ({ host }) => host?.handle],
    ['participants', 'Participants', 'count', ({ participants }) => participants],
    ['replays', 'Replays', 'count', ({ replays }) => replays, 'extra'],
    ['reminders', 'Reminders', 'count', ({ reminders }) => reminders, 'extra'],
    ['scheduled_start', 'Scheduled', 'time', ({ scheduledStart }) => scheduledStart],
    ['started_at', 'Started', 'time', ({ startedAt }) => startedAt],
    ['ended_at', 'Ended', 'time', ({ endedAt }) => endedAt, 'extra'],
    ['ticketed', 'Ticketed', 'flag', ({ isTicketed }) => isTicketed, 'extra'],
    ['topics', 'Topics', 'list', ({ topics }) => topics],
    ['host_ids', 'Host IDs', 'list', ({ hostIds }) => hostIds, 'extra'],
    ['speaker_ids', 'Speaker IDs', 'list', ({ speakerIds }) => speakerIds, 'extra'],
    ['user_role', 'Role', 'text', ({ userRole }) => userRole, 'extra'],
    ['created_at', 'Created', 'time', ({ createdAt }) => createdAt, 'extra'],
  ],
  place: [
    ['woeid', 'WOEID', 'id', ({ id }) => id],
    ['name', 'Name', 'text', ({ name }) => name],
    ['place_type', 'Type', 'text', ({ placeType }) => placeType],
    ['country', 'Country', 'text', ({ country }) => country],
    ['country_code', 'Country Code', 'text', ({ countryCode }) => countryCode],
    ['parent', 'Parent', 'id', ({ parentId }) => parentId, 'extra'],
    ['url', 'Link', 'link', ({ url }) => url, 'extra'],
  ],
  hashtagPoint: [
    ['timestamp', 'Time', 'time', ({ time }) => time],
    ['tweet_count', 'Posts', 'count', ({ posts }) => posts],
    ['engagement', 'Engagement', 'number', ({ engagement }) => engagement],
  ],
  handleState: [
    ['username', 'Handle', 'text', ({ handle }) => handle],
    ['user_id', 'User ID', 'id', ({ userId }) => userId],
    ['state', 'State', 'text', ({ state }) => state],
    ['message', 'Message', 'text', ({ message }) => message],
  ],
};

const columnsByKind: ReadonlyMap<string, readonly RecordColumn[]> = new Map(
  Object.entries(recordColumnSpecs).map(([kind, rows]: [string, readonly ColumnSpec<AnyRecord>[]]) => [
    kind,
    rows.map(toRecordColumn),
  ]),
);

/** Empty for `other`, whose columns are inferred from its records. */
export function getRecordColumns(kind: RecordKind): readonly RecordColumn[] {
  return columnsByKind.get(kind) ?? [];
}

function toRecordColumn([name, title, type, read, isExtra]: ColumnSpec<AnyRecord>): RecordColumn {
  return { name, title, type, isShown: isExtra === undefined, read: (record) => toCell(read(record), type) };
}

/** Replaces missing strings with '', so the positions match other columns; empty if all are missing. */
function fillMissingTexts(texts: readonly (string | undefined)[] | undefined): readonly string[] | undefined {
  return texts?.some((text) => text !== undefined && text !== '') === false ? [] : texts?.map((text) => text ?? '');
}

export function selectTableRecords({ kind, records, meta }: RecordPage): Pick<RecordPage, 'kind' | 'records'> {
  return { kind: meta.hasOpenFields ? 'other' : kind, records: records.filter((record) => record.kind === kind) };
}

export function getTableColumns(kind: RecordKind, records: readonly PageRecord[]): readonly RecordColumn[] {
  const columns = getRecordColumns(kind);
  return columns.length > 0 ? columns : inferColumns(records.map(({ source }) => source));
}

export function toRowCells(record: AnyRecord, columns: readonly RecordColumn[]): RowCells {
  return columns.map((column) => column.read(record));
}

/** Reads the record again if its page had a different kind. */
export function toRecordOfKind(kind: RecordKind, { record, source }: Pick<PageRecord, 'record' | 'source'>): AnyRecord {
  return record.kind === kind ? record : readRecord(kind, source);
}

export function toPlainColumn({ name, title, type, isShown }: RecordColumn): Column {
  return { name, title, type, isShown };
}

const maxObjectDepth = 4;
const maxColumns = 200;
const maxTitleLength = 100;
const maxColumnsShownAtFirst = 12;

/** Columns for the leaves of undocumented objects, in order of appearance. Lists of objects don't get a column. */
export function inferColumns(records: readonly unknown[]): readonly RecordColumn[] {
  const leaves = new Map<string, { readonly path: readonly string[]; readonly types: Set<ColumnType> }>();
  for (const record of records) {
    visitLeaves(record, [], (path, type) => {
      const key = JSON.stringify(path);
      const leaf = leaves.get(key) ?? { path, types: new Set<ColumnType>() };
      leaf.types.add(type);
      if (leaves.size < maxColumns) {
        leaves.set(key, leaf);
      }
    });
  }
  const found = [...leaves.values()];
  let shared = 0;
  while (found.length > 0 && found.every(({ path }) => path.length > shared + 1 && path[shared] === found[0]?.path[shared])) {
    shared += 1;
  }
  const taken = new Set<string>();
  return found.map(({ path, types }, index) => {
    const type = mergeColumnTypes(types);
    return {
      name: createUniqueColumnName(path, taken),
      title: shortenText(stripToSingleLine(toReadableLabel(path.slice(shared))), maxTitleLength) || 'Value',
      type,
      isShown: index < maxColumnsShownAtFirst,
      read: (record) => toCell(record.kind === 'other' ? getValueAtPath(record.value, path) : undefined, type),
    };
  });
}

function visitLeaves(value: unknown, path: readonly string[], found: (path: readonly string[], type: ColumnType) => void): void {
  if (Array.isArray(value)) {
    if (value.length > 0 && value.every((item) => typeof item === 'string' || typeof item === 'number')) {
      found(path, 'list');
    }
    return;
  }
  if (typeof value === 'object' && value !== null) {
    if (path.length < maxObjectDepth) {
      for (const [key, inner] of Object.entries(value)) {
        visitLeaves(inner, [...path, key], found);
      }
    }
    return;
  }
  const type = inferColumnType(value, path.at(-1) ?? '');
  if (type !== undefined) {
    found(path, type);
  }
}

function inferColumnType(value: unknown, key: string): ColumnType | undefined {
  switch (typeof value) {
    case 'string':
      return parseTimeMs(value) !== null
        ? 'time'
        : /^\d+$/.test(value) && /(^|_)ids?(_str)?$|Ids?$/.test(key)
          ? 'id'
          : /^https?:\/\//.test(value)
            ? 'link'
            : 'text';
    case 'number':
      return Number.isSafeInteger(value) ? 'count' : 'number';
    case 'boolean':
      return 'flag';
    default:
      return undefined;
  }
}

/** The common type of all values; text if they differ, because it holds every value except lists. */
function mergeColumnTypes(types: ReadonlySet<ColumnType>): ColumnType {
  const [only] = types;
  if (types.size === 1 && only !== undefined) {
    return only;
  }
  const isNumeric = [...types].every((type) => type === 'count' || type === 'number');
  return isNumeric ? 'number' : types.has('list') ? 'list' : 'text';
}

function createUniqueColumnName(path: readonly string[], taken: Set<string>): string {
  const plain = path
    .map((key) =>
      key
        .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1_$2')
        .replace(/[^\p{L}\p{N}]+/gu, '_')
        .toLowerCase(),
    )
    .join('_')
    .replace(/^_+|(?<!_)_+$/g, '');
  const base = plain === '' ? 'value' : plain;
  let name = base;
  for (let number = 2; taken.has(name); number += 1) {
    name = `${base}_${number}`;
  }
  taken.add(name);
  return name;
}
