import type { Client, Quote } from '../../client/client.ts';
import type { Endpoint } from '../../client/endpoint.ts';
import { defaultSearchTab, search } from '../../client/endpoints/primary/search.ts';
import { tweet } from '../../client/endpoints/primary/tweets.ts';
import { friendshipsShow, usernamesStatus, usernamesToIds, usersByIds } from '../../client/endpoints/primary/users.ts';
import { gatewaySearchHashtag } from '../../client/endpoints/gateway/search.ts';
import { gatewayHashtagAnalytics } from '../../client/endpoints/gateway/trends.ts';
import { reuseAnyAge } from '../../client/policies/history.ts';
import { listLookUpRequests, type RecordIdentity } from '../explore/index.ts';
import { quoteThread } from '../threads/index.ts';
import type { SavedSearch } from '../results/index.ts';
import type { StoredName } from '../../core/records/storedNames.ts';
import { isPlainWord, parseLookUpInput, type LookUpReading } from '../../core/records/parseLookUpInput.ts';

const maxNamesShown = 4;
const maxUsersListed = 10;

export interface LookUpChoice {
  readonly subject: 'user' | 'thread' | 'list' | 'community' | 'space' | 'hashtag' | 'posts' | 'people' | 'several';
  /** The value to show, such as `@name`. */
  readonly value: string;
  readonly endpoint: Endpoint;
  readonly params: Readonly<Record<string, unknown>>;
}

/** The requests for the typed text, likeliest first, without duplicates. */
export function findLookUpChoices(text: string): readonly LookUpChoice[] {
  const choices = parseLookUpInput(text).flatMap(toLookUpChoices);
  const calls = choices.map(({ endpoint, params }) => `${endpoint.id} ${JSON.stringify(params)}`);
  const unique = choices.filter((_, at) => calls.indexOf(calls[at] ?? '') === at);
  // users search posts for a word more often than they look up the user with that name
  const [posts, others] = [
    unique.filter(({ subject }) => subject === 'posts'),
    unique.filter(({ subject }) => subject !== 'posts'),
  ];
  return isPlainWord(text) ? [...posts, ...others] : unique;
}

/** Likeliest first. */
export function toLookUpChoices(recognized: LookUpReading): readonly LookUpChoice[] {
  switch (recognized.kind) {
    case 'handle':
      return toRecordChoices({ kind: 'user', handle: recognized.handle });
    case 'id': {
      const { id, createdAtMs } = recognized;
      const asPost = toThreadChoice(id);
      const asUser = toRecordChoices({ kind: 'user', id });
      const others = [...toRecordChoices({ kind: 'list', id }), ...toRecordChoices({ kind: 'community', id })];
      // old users and lists have serial ids, but posts don't
      return createdAtMs === undefined ? [...asUser, asPost, ...others] : [asPost, ...asUser, ...others];
    }
    case 'post':
      return [toThreadChoice(recognized.id)];
    case 'user':
    case 'list':
    case 'community':
    case 'space':
      return toRecordChoices(recognized);
    case 'tag':
      return [
        toSearchChoice(`#${recognized.tag}`, 'posts'),
        {
          subject: 'hashtag',
          value: `#${recognized.tag}`,
          endpoint: gatewayHashtagAnalytics,
          params: { hashtag: recognized.tag },
        },
        { subject: 'posts', value: `#${recognized.tag}`, endpoint: gatewaySearchHashtag, params: { hashtag: recognized.tag } },
      ];
    case 'query':
      return [toSearchChoice(recognized.text, 'posts'), toSearchChoice(recognized.text, 'people')];
  }
}

export function toStoredNameChoice({ subject, id, handle, name }: StoredName): LookUpChoice | undefined {
  const reading: LookUpReading | undefined =
    handle !== undefined
      ? { kind: 'handle', handle }
      : id !== undefined && subject !== 'user'
        ? { kind: subject, id }
        : undefined;
  const [choice] = reading === undefined ? [] : toLookUpChoices(reading);
  const words = [name, handle === undefined ? undefined : `@${handle}`].filter((part) => part !== undefined);
  return choice === undefined ? undefined : { ...choice, value: words.join(' ') };
}

export function toSavedSearchChoice({ name, text, tab }: SavedSearch): LookUpChoice {
  const params = { searchItem: text, ...(tab === '' ? {} : { category: tab }) };
  return { subject: 'posts', value: name === text ? text : `${name}: ${text}`, endpoint: search, params };
}

/** A thread can be opened from either format, so its quote covers both. */
export function quoteLookUp(client: Client, { subject, value, endpoint, params }: LookUpChoice): Quote | undefined {
  return subject === 'thread' ? quoteThread(client, value) : client.quote(endpoint, params, { reuse: reuseAnyAge });
}

function toRecordChoices(identity: RecordIdentity): readonly LookUpChoice[] {
  const { kind, id = '' } = identity;
  const value = kind === 'user' && identity.handle !== undefined ? `@${identity.handle}` : id;
  return listLookUpRequests(identity)
    .slice(0, 1)
    .map(({ endpoint, params }) => ({ subject: kind, value, endpoint, params }));
}

function toThreadChoice(id: string): LookUpChoice {
  return { subject: 'thread', value: id, endpoint: tweet, params: { tweetId: id } };
}

/** Uses the default tab of *Search…*, so both share stored results. */
function toSearchChoice(text: string, subject: 'posts' | 'people'): LookUpChoice {
  return {
    subject,
    value: text,
    endpoint: search,
    params: { searchItem: text, category: subject === 'people' ? 'People' : defaultSearchTab },
  };
}

/**
 * The requests for several handles, profile links, or ids, separated by spaces, commas, or semicolons: each user or, if they are
 * many, only all of them, and the relationship between two.
 * @returns an empty list if the text contains anything else
 */
export function findSeveralUsersChoices(text: string): readonly LookUpChoice[] {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '');
  const named = parts.flatMap((part) => findUserChoice(part) ?? []);
  const keys = named.map(({ value }) => value.toLowerCase());
  const users = named.filter((_, at) => keys.indexOf(keys[at] ?? '') === at);
  if (named.length < parts.length || users.length < 2) {
    return [];
  }
  const names = users.map(({ value }) => value);
  const handles = names.filter((name) => name.startsWith('@')).map((name) => name.slice(1));
  const areIds = handles.length === 0;
  const batches = areIds ? [usersByIds] : handles.length === users.length ? [usernamesToIds, usernamesStatus] : [];
  const all = batches.map((endpoint) => toSeveralChoice(names, endpoint, areIds ? { userIds: names } : { usernames: handles }));
  return [
    ...(areIds ? all : users.length > maxUsersListed ? [] : users),
    ...(users.length === 2 ? [toRelationshipChoice(names)] : []),
    ...(areIds ? [] : all),
  ];
}

function toRelationshipChoice(names: readonly string[]): LookUpChoice {
  const [source, target] = names;
  const toParam = (role: 'source' | 'target', name = '') =>
    name.startsWith('@') ? { [`${role}_screen_name`]: name.slice(1) } : { [`${role}_id`]: name };
  return toSeveralChoice(names, friendshipsShow, { ...toParam('source', source), ...toParam('target', target) });
}

function toSeveralChoice(
  names: readonly string[],
  endpoint: LookUpChoice['endpoint'],
  params: LookUpChoice['params'],
): LookUpChoice {
  const left = names.length - maxNamesShown;
  const value = [...names.slice(0, maxNamesShown), ...(left > 0 ? [`+${left}`] : [])].join(', ');
  return { subject: 'several', value, endpoint, params };
}

/** In a list of several users, a bare word isn't a name. */
function findUserChoice(part: string): LookUpChoice | undefined {
  const [reading] = parseLookUpInput(part);
  const isHandle = reading?.kind === 'handle' && /^[@＠]|\//.test(part);
  return isHandle || reading?.kind === 'id' ? toLookUpChoices(reading).find(({ subject }) => subject === 'user') : undefined;
}
