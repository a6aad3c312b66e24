import { findPlatformReferences } from './findReferences.ts';
import type { LookUpChoice } from '../lookUp/index.ts';

/** A place in a text that leads to a look-up. Indexes are UTF-16; `end` is exclusive. */
export interface FoundLink {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** undefined for an id that may be anyone's. */
  readonly subject: LookUpChoice['subject'] | undefined;
}

/** More links than anyone presses in a document; the rest is plain text. */
const maxLinks = 1_000;

const subjectByIdProperty: Readonly<Record<string, LookUpChoice['subject'] | undefined>> = {
  id: undefined,
  id_str: undefined,
  rest_id: undefined,
  user_id: 'user',
  user_id_str: 'user',
  userId: 'user',
  in_reply_to_user_id_str: 'user',
  tweetId: 'thread',
  conversationId: 'thread',
  conversation_id_str: 'thread',
  in_reply_to_status_id_str: 'thread',
  quoted_status_id_str: 'thread',
  retweeted_status_id_str: 'thread',
  source_status_id_str: 'thread',
  listId: 'list',
  communityId: 'community',
};

/** A name and digits behind it. A quote within a string has a backslash before it, so nothing is found in strings. */
const idPropertyPattern = /"(\w{2,30})"\s{0,20}:\s{0,20}(?:"(\d{1,20})(?=")|(\d{1,20})(?![\w.]))/g;

/** The platform's permalinks in a text of any length. Pure; makes no call. */
export function findPermalinks(text: string): readonly FoundLink[] {
  const found: FoundLink[] = [];
  for (const { start, end, text: link, reading } of findPlatformReferences(text)) {
    const subject = reading.kind === 'handle' ? 'user' : reading.kind === 'post' ? 'thread' : reading.kind;
    if (subject !== 'id' && found.push({ start, end, text: link, subject }) === maxLinks) {
      break;
    }
  }
  return found;
}

/** The ids in a text of JSON that stand in properties of responses. Pure; makes no call. */
export function findIdLinks(text: string): readonly FoundLink[] {
  const found: FoundLink[] = [];
  for (const match of text.matchAll(idPropertyPattern)) {
    const [whole, name = '', quoted, number] = match;
    const id = quoted ?? number ?? '';
    const end = match.index + whole.length;
    if (
      Object.hasOwn(subjectByIdProperty, name) &&
      found.push({ start: end - id.length, end, text: id, subject: subjectByIdProperty[name] }) === maxLinks
    ) {
      break;
    }
  }
  return found;
}
