import type { Exchange } from '../../client/exchange.ts';
import { platformSiteUrl } from '../../client/upstream/readContext.ts';
import { isSandboxAnswer } from './answerConnection.ts';

/** The sandbox's people are shown nowhere: a reserved name, so that no link leads to a real person. */
const sandboxSite = 'https://social.example';

/** Where people look at the posts of an answer: what their permalinks begin with. A sandbox marks its answers. */
export function getPermalinkBase(exchange: Pick<Exchange, 'headers'>): string {
  return isSandboxAnswer(exchange) ? sandboxSite : platformSiteUrl;
}

/** The same by connection, for a thing without its answer. */
export function getConnectionPermalinkBase(isLocal: boolean): string {
  return isLocal ? sandboxSite : platformSiteUrl;
}

/** Whether a text is a link as sandboxes make them: what it leads to is made up. */
export function isSandboxLink(text: string): boolean {
  const typed = text.trim();
  return URL.parse(/^https?:/i.test(typed) ? typed : `https://${typed}`)?.host === new URL(sandboxSite).host;
}
