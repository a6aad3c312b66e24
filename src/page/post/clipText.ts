import { findGraphemeCut } from '../../core/text/stripHiddenCharacters.ts';
import type { TextSegment } from '../../core/channel/post.ts';

/** The part of a string that is rendered. Browsers also lay out hidden lines, so long text would make the page slow. */
export interface ClippedText {
  readonly segments: readonly TextSegment[];
  readonly hasMore: boolean;
}

const getMaxShownSegments = (length: number) => 20 + length / 20;
const charactersBeforeMatch = 200;
const ellipsisSegment: TextSegment = { kind: 'text', text: '…' };

/**
 * Returns the start of a string, or the part around the first match if that is further on. Doesn't split links, mentions, tags, or
 * grapheme clusters.
 * @param query in lower case; empty for no search
 */
export function clipTextAroundMatch(segments: readonly TextSegment[], length: number, query: string): ClippedText {
  const start = findClipStart(segments, length, query);
  const end = start + length;
  const shown: TextSegment[] = start === 0 ? [] : [ellipsisSegment];
  let at = 0;
  for (const segment of segments) {
    if (query === '' && shown.length >= getMaxShownSegments(length)) {
      return { segments: [...shown, ellipsisSegment], hasMore: true };
    }
    const [from, to] = [start - at, end - at];
    at += segment.text.length;
    if (at > start) {
      if (segment.kind === 'text') {
        shown.push({
          kind: 'text',
          text: segment.text.slice(findGraphemeCut(segment.text, from), findGraphemeCut(segment.text, to)),
        });
      } else if (at <= end) {
        shown.push(segment);
      }
    }
    if (at > end) {
      return { segments: [...shown, ellipsisSegment], hasMore: true };
    }
  }
  return { segments: shown, hasMore: false };
}

function findClipStart(segments: readonly TextSegment[], length: number, query: string): number {
  const whole = query === '' ? '' : segments.map(({ text }) => text).join('');
  const match = whole.length <= length ? -1 : whole.toLowerCase().indexOf(query);
  return match + query.length <= length ? 0 : match - charactersBeforeMatch;
}
