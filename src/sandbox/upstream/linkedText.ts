import { countCodePoints, escapeUpstreamText, toShortLink } from './upstreamText.ts';

/** What stands in a text, as the world's records name it. */
export interface WorldTextEntities {
  readonly urls: readonly string[];
  /** Without `#`. */
  readonly hashtags: readonly string[];
  /** Without `@`. */
  readonly mentions: readonly string[];
}

type EntityKind = keyof WorldTextEntities;

/** A text split into its parts; `value` is the address, the tag or the handle. */
export type LinkedTextSegment =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: EntityKind; readonly value: string; readonly text: string };

/** Where a part stands, in code points of the text it was written into: start inclusive, end exclusive. */
export interface PlacedEntity {
  readonly kind: EntityKind;
  readonly value: string;
  readonly indices: readonly [number, number];
}

export interface LinkedText {
  readonly text: string;
  readonly parts: readonly PlacedEntity[];
}

const entitySignByKind: Readonly<Record<EntityKind, string>> = { urls: '', hashtags: '#', mentions: '@' };
const wordCharacter = /[\p{L}\p{N}\p{M}_]/u;

/** Finds the parts in a text, each named one once; what the text does not hold comes last, without any text. */
export function splitAtEntities(text: string, parts: WorldTextEntities): readonly LinkedTextSegment[] {
  const waiting = (['urls', 'hashtags', 'mentions'] as const)
    .flatMap((kind) => parts[kind].map((value) => ({ kind, value, text: `${entitySignByKind[kind]}${value}` })))
    .sort((left, right) => right.text.length - left.text.length); // the longest first: one may begin like another
  const starts = new Set(waiting.map((part) => part.text.charAt(0)));
  const pieces: LinkedTextSegment[] = [];
  let plainFrom = 0;
  for (let at = 0; at < text.length; at += 1) {
    const found = starts.has(text.charAt(at)) ? waiting.findIndex((part) => isEntityAt(text, at, part)) : -1;
    const [part] = found < 0 ? [] : waiting.splice(found, 1);
    if (part !== undefined) {
      if (at > plainFrom) pieces.push({ kind: 'text', text: text.slice(plainFrom, at) });
      pieces.push(part);
      plainFrom = at + part.text.length;
      at = plainFrom - 1;
    }
  }
  if (plainFrom < text.length) pieces.push({ kind: 'text', text: text.slice(plainFrom) });
  return [...pieces, ...waiting.toReversed().map((part) => ({ ...part, text: '' }))];
}

function isEntityAt(text: string, at: number, part: { readonly kind: EntityKind; readonly text: string }): boolean {
  if (!text.startsWith(part.text, at)) return false;
  const after = String.fromCodePoint(text.codePointAt(at + part.text.length) ?? 0x20);
  return part.kind === 'urls' || !wordCharacter.test(after);
}

/**
 * Writes the pieces as the platform does: addresses as short links.
 * @param style `escaped` as in `full_text`, `raw` as in a note
 * @param limit at most so many code points; what is longer ends in "…", never inside of a part
 */
export function renderLinkedText(
  pieces: readonly LinkedTextSegment[],
  style: 'escaped' | 'raw',
  limit = Number.POSITIVE_INFINITY,
): LinkedText {
  const written: string[] = [];
  const parts: PlacedEntity[] = [];
  let room = limit;
  let position = 0;
  const write = (text: string): number => {
    const shown = style === 'escaped' ? escapeUpstreamText(text) : text;
    written.push(shown);
    position += countCodePoints(shown);
    return position;
  };
  for (const piece of pieces) {
    const shown = piece.kind === 'urls' && piece.text !== '' ? toShortLink(piece.value) : piece.text;
    const length = countCodePoints(shown);
    if (length > room) {
      write(`${piece.kind === 'text' ? [...shown].slice(0, Math.max(room - 1, 0)).join('') : ''}…`);
      break;
    }
    room -= length;
    const start = position;
    const end = write(shown);
    if (piece.kind !== 'text') parts.push({ kind: piece.kind, value: piece.value, indices: [start, end] });
  }
  return { text: written.join(''), parts };
}

/** The length of the pieces as shown, in code points, addresses as short links. */
export function countCodePointsWithShortLinks(pieces: readonly LinkedTextSegment[]): number {
  return pieces.reduce(
    (sum, piece) => sum + countCodePoints(piece.kind === 'urls' && piece.text !== '' ? toShortLink(piece.value) : piece.text),
    0,
  );
}
