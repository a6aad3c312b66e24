import { eventMessage } from '../../protocol/channel.ts';
import type { Message } from '../../protocol/message.ts';
import { threadContract } from '../../protocol/threadContract.ts';
import { PagePictures } from '../shared/page/pagePictures.ts';
import type { Services } from '../shared/services.ts';
import type { ThreadSession } from './threadSession.ts';
import { threadState } from './threadState.ts';

/** More answers than any page shows at once. */
const answersAtFirst = 30;

/** What of a thread comes with the document of its page, so that a person sees it before the page has asked for anything. */
export interface FirstSight {
  readonly messages: readonly Message[];
  /** The posts that are in them. */
  readonly postIds: readonly string[];
}

/** The begin of a thread that is there: the post, what it answers, and its first answers. Makes no call. */
export async function firstSight(services: Services, session: ThreadSession): Promise<FirstSight | undefined> {
  if (session.state.phase !== 'ready') {
    return undefined;
  }
  const whole = await threadState(services, session, new PagePictures(services.pictures).leave);
  const focalAt = whole.rows.findIndex(({ kind, key }) => kind === 'post' && key === whole.focalId);
  const rows = whole.rows.slice(0, Math.max(focalAt, 0) + 1 + answersAtFirst);
  const posts = rows.flatMap((row) => (row.kind === 'post' ? (session.post(row.id) ?? []) : []));
  return {
    messages: [
      eventMessage(threadContract.webview, 'posts', posts),
      eventMessage(threadContract.webview, 'state', { ...whole, rows }),
    ],
    postIds: posts.map(({ id }) => id),
  };
}
