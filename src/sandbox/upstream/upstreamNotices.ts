import type { WorldCommunityNote } from '../world/extras.ts';
import { syntheticPlatformUrl } from '../world/landmarks.ts';
import { toShortLink } from './upstreamText.ts';

export function createTombstone(): unknown {
  const text = { rtl: false, text: 'This Post was deleted by the Post author.', entities: [] };
  return { __typename: 'TweetTombstone', tombstone: { __typename: 'TextTombstone', text } };
}

/** A community note beside its post; its positions are code points of its own text. */
export function toCommunityNotePivot(note: WorldCommunityNote): unknown {
  const destinationUrl = `${syntheticPlatformUrl}/i/birdwatch/n/${note.id}`;
  const shown = note.sourceUrl.replace(/^https:\/\//, '');
  const text = `${note.text} ${shown}`;
  const end = [...text].length;
  return {
    destinationUrl,
    note: { rest_id: note.id },
    subtitle: {
      text,
      entities: [
        {
          fromIndex: end - shown.length,
          toIndex: end,
          ref: { type: 'TimelineUrl', url: toShortLink(note.sourceUrl), urlType: 'ExternalUrl' },
        },
      ],
    },
    title: 'Readers added context they thought people might want to know',
  };
}
