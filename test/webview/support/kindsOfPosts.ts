import { defaultMediaBaseUrl } from '../../../src/sandbox/world/landmarks.ts';
import { startSandbox } from '../../../src/sandbox/server.ts';

/** The sandbox's posts, by the post part that they have. */
export const kinds = {
  card: '2066490642812532329',
  room: '2066490341835955221',
  poll: '2066486328965508414',
  note: '2066466802786693005',
  edited: '2066475548878468137',
  long: '2066489968835515992',
  limited: '2066490478286987994',
  article: '2066369733173216775',
  video: '2066490653533767776',
  gif: '2066464105494302055',
  twoPhotos: '2066490200828908095',
  threePhotos: '2066485364253323556',
  quote: '2066490730745840019',
  persian: '2066490630360242823',
  arabic: '2066490608034576771',
  repost: '2066490374756842166',
  sensitive: '2063694351526034856',
} as const;

/** A post with a deleted reply. */
const withTombstone = '2066368232919213616';

interface Entry {
  readonly entryId: string;
  readonly content: { readonly itemContent?: unknown; readonly items?: readonly Entry[] };
  readonly item?: { readonly itemContent?: unknown };
}

/**
 * Returns a conversation in upstream JSON in which each kind of post is a reply to the first.
 * @param mediaOrigin the origin of its images; default: the sandbox's
 */
export async function conversationOfKinds(mediaOrigin: string = defaultMediaBaseUrl): Promise<string> {
  const sandbox = await startSandbox();
  try {
    const entriesOf = async (id: string): Promise<readonly Entry[]> => {
      const response = await fetch(`${sandbox.primary}/tweet/${id}?format=raw`, { headers: { 'X-API-KEY': sandbox.key } });
      const { data } = (await response.json()) as {
        readonly data: {
          readonly threaded_conversation_with_injections_v2: {
            readonly instructions: readonly { readonly entries?: readonly Entry[] }[];
          };
        };
      };
      return data.threaded_conversation_with_injections_v2.instructions.flatMap(({ entries }) => entries ?? []);
    };
    const [first = '', ...others] = Object.values(kinds);
    const own = async (id: string) => (await entriesOf(id)).find(({ entryId }) => entryId === `tweet-${id}`);
    const focal = await own(first);
    const responses: Entry[] = [];
    for (const id of others) {
      responses.push(toModule(id, (await own(id))?.content.itemContent));
    }
    const gone = (await entriesOf(withTombstone))
      .flatMap(({ content }) => [content.itemContent, ...(content.items ?? []).map(({ item }) => item?.itemContent)])
      .find((one) => JSON.stringify(one ?? null).includes('TweetTombstone'));
    const entries = [focal, ...responses, toModule('gone', gone)];
    const conversation = { instructions: [{ type: 'TimelineAddEntries', entries }] };
    return JSON.stringify({ data: { threaded_conversation_with_injections_v2: conversation } }).replaceAll(
      defaultMediaBaseUrl,
      mediaOrigin,
    );
  } finally {
    await sandbox.close();
  }
}

function toModule(id: string, itemContent: unknown): Entry {
  if (itemContent === undefined) {
    throw new Error(`The sandbox has nothing for ${id}.`);
  }
  const items = [{ entryId: `conversationthread-${id}-tweet-${id}`, content: {}, item: { itemContent } }];
  const type = { __typename: 'TimelineTimelineModule', entryType: 'TimelineTimelineModule' };
  return { entryId: `conversationthread-${id}`, content: { ...type, items } };
}
