import { hashText } from '../world/random.ts';
import type { WorldPost } from '../world/world.ts';
import { type UpstreamContext, omitEmptyArraysUnlessLegacy } from './rawUserLayout.ts';

export function toUrlEntity(address: string, indices: readonly [number, number]): unknown {
  return { display_url: toDisplayUrl(address), expanded_url: address, url: toShortLink(address), indices };
}

/**
 * Creates `entities` or `entity_set`.
 * @param media undefined in notes, which don't have media
 */
export function toEntities(
  context: UpstreamContext,
  parts: readonly PlacedEntity[],
  media: readonly unknown[] | undefined,
): Readonly<Record<string, readonly unknown[]>> {
  const of = (kind: PlacedEntity['kind'], toEntity: (part: PlacedEntity) => unknown): readonly unknown[] =>
    parts.filter((part) => part.kind === kind).map(toEntity);
  const lists = {
    hashtags: of('hashtags', ({ value, indices }) => ({ indices, text: value })),
    ...(media === undefined || media.length === 0 ? {} : { media }),
    symbols: [],
    ...(media === undefined ? {} : { timestamps: [] }),
    urls: of('urls', ({ value, indices }) => toUrlEntity(value, indices)),
    user_mentions: of('mentions', ({ value, indices }) => toMention(context, value, indices)),
  };
  // notes still have empty lists
  return media === undefined ? lists : omitEmptyArraysUnlessLegacy(context, lists);
}

function toMention({ world }: UpstreamContext, handle: string, indices: readonly [number, number]): unknown {
  const account = world.accountByHandle(handle);
  const who = account === undefined ? {} : { id_str: account.id, name: account.record.name };
  return { ...who, screen_name: handle, indices };
}

const shortCodeAlphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const shortCodeLength = 10;

/** The platform escapes only these three characters, and only in `full_text`. */
export function escapeUpstreamText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

export function formatUpstreamDate(ms: number): string {
  return new Date(ms).toUTCString().replace(/^(\w+), (\d+) (\w+) (\d+) ([\d:]+) GMT$/, '$1 $3 $2 $5 +0000 $4');
}

/** The opaque `id` next to a `rest_id`: "User:1" in base64. */
export function toGlobalId(kind: string, restId: string): string {
  return Buffer.from(`${kind}:${restId}`).toString('base64');
}

export function toShortLink(address: string): string {
  return `https://t.co/${toShortCode(address)}`;
}

export function toShortCode(text: string): string {
  let rest = (BigInt(hashText(text)) << 32n) | BigInt(hashText(`${text.length} ${text}`));
  let token = '';
  for (let index = 0; index < shortCodeLength; index += 1) {
    token += shortCodeAlphabet[Number(rest % 62n)] ?? '';
    rest /= 62n;
  }
  return token;
}

/** Without scheme, cut after 26 characters. */
export function toDisplayUrl(address: string): string {
  const characters = [...address.replace(/^https?:\/\/(www\.)?/, '')];
  return characters.length > 27 ? `${characters.slice(0, 26).join('')}…` : characters.join('');
}

export function countCodePoints(text: string): number {
  return [...text].length;
}

type WorldTextEntities = Pick<WorldPost, 'urls' | 'hashtags' | 'mentions'>;

type EntityKind = keyof WorldTextEntities;

export type LinkedTextSegment =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: EntityKind; readonly value: string; readonly text: string };

interface PlacedEntity {
  readonly kind: EntityKind;
  readonly value: string;
  /** Code points: start inclusive, end exclusive. */
  readonly indices: readonly [number, number];
}

export interface LinkedText {
  readonly text: string;
  readonly parts: readonly PlacedEntity[];
}

const entitySignByKind: Readonly<Record<EntityKind, string>> = { urls: '', hashtags: '#', mentions: '@' };
const wordCharacter = /[\p{L}\p{N}\p{M}_]/u;

/** Finds each entity once; those that the text doesn't contain come last, without text. */
export function splitAtEntities(text: string, parts: WorldTextEntities): readonly LinkedTextSegment[] {
  const waiting = (['urls', 'hashtags', 'mentions'] as const)
    .flatMap((kind) => parts[kind].map((value) => ({ kind, value, text: `${entitySignByKind[kind]}${value}` })))
    .sort((left, right) => right.text.length - left.text.length); // longest first, because one can be a prefix of another
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

export function countCodePointsWithShortLinks(pieces: readonly LinkedTextSegment[]): number {
  return pieces.reduce(
    (sum, piece) => sum + countCodePoints(piece.kind === 'urls' && piece.text !== '' ? toShortLink(piece.value) : piece.text),
    0,
  );
}
