import { checkQuery } from '../../../client/search/checkQuery.ts';
import { type SearchFault, getSearchFaultSeverity } from '../../../client/search/describeSearchFault.ts';
import { findOperatorByName } from '../../../client/search/operators.ts';
import { resolvePlusSigns, type QueryToken, tokenizeQuery } from '../../../client/search/tokenizeQuery.ts';

type SegmentKind = 'plain' | 'operator' | 'value' | 'phrase' | 'hashtag' | 'mention' | 'join';

/** The joined segments are the text. */
interface QuerySegment {
  readonly text: string;
  readonly kind: SegmentKind;
  readonly fault: 'error' | 'warning' | undefined;
}

/** For highlighting. Never throws. */
export function splitIntoSegments(text: string, faults: readonly SearchFault[] = checkQuery(text)): readonly QuerySegment[] {
  const kinds: { readonly from: number; readonly to: number; readonly kind: SegmentKind }[] = tokenizeQuery(
    resolvePlusSigns(text).text,
  ).flatMap(listTokenSpans);
  const wrong = faults.filter(({ from, to }) => to > from);
  const cuts = new Set([0, text.length, ...[...kinds, ...wrong].flatMap(({ from, to }) => [from, to])]);
  const places = [...cuts].toSorted((a, b) => a - b);
  return places.slice(0, -1).map((from, index) => {
    const to = places[index + 1] ?? text.length;
    const severities = wrong.filter((fault) => fault.from <= from && fault.to >= to).map(getSearchFaultSeverity);
    return {
      text: text.slice(from, to),
      kind: kinds.find((span) => span.from <= from && span.to >= to)?.kind ?? 'plain',
      fault: severities.includes('error') ? 'error' : severities[0],
    };
  });
}

function listTokenSpans(token: QueryToken): readonly { from: number; to: number; kind: SegmentKind }[] {
  const { from, to } = token;
  switch (token.kind) {
    case 'open':
    case 'close':
    case 'minus':
    case 'or':
      return [{ from, to, kind: 'join' }];
    case 'phrase':
    case 'hashtag':
    case 'mention':
      return [{ from, to, kind: token.kind }];
    case 'operator':
      return findOperatorByName(token.name) === undefined
        ? []
        : [
            { from, to: token.valueFrom, kind: 'operator' },
            { from: token.valueFrom, to, kind: 'value' },
          ];
    case 'word':
      return [];
  }
}
