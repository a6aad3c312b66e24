import type { Segment } from '../../protocol/post.ts';

/** A link of a text: how it stands there, where it leads, and what people see of it. */
export interface TextLinkPart {
  readonly token: string;
  readonly url: string;
  readonly display: string | undefined;
}

const parts =
  /https?:\/\/[^\s<>"']+|(?<![\p{L}\p{N}_@])@\w{1,15}(?!\w)|(?<![\p{L}\p{N}_&])[#＃](?=[\p{L}\p{N}_]*[\p{L}_])[\p{L}\p{M}\p{N}_]+/gu;
const trailing = /[.,;:!?)\]}'"»”’]+$/u;

/**
 * Cuts a text into words, links, mentions and tags. Joined again, the pieces that are no links are the text as it was.
 * @param links what the platform said of the addresses in it; others lead where they say
 */
export function toSegments(text: string, links: readonly TextLinkPart[] = []): readonly Segment[] {
  const segments: Segment[] = [];
  let end = 0;
  const plain = (until: number) => {
    if (until > end) {
      segments.push({ kind: 'text', text: text.slice(end, until) });
    }
  };
  for (const match of text.matchAll(parts)) {
    const segment = toSegment(match[0], links);
    if (segment !== undefined) {
      plain(match.index);
      segments.push(segment.segment);
      end = match.index + segment.length;
    }
  }
  plain(text.length);
  return segments;
}

function toSegment(
  word: string,
  links: readonly TextLinkPart[],
): { readonly segment: Segment; readonly length: number } | undefined {
  if (word.startsWith('@')) {
    return { segment: { kind: 'mention', text: word, handle: word.slice(1) }, length: word.length };
  }
  if (/^[#＃]/u.test(word)) {
    return { segment: { kind: 'tag', text: word, tag: word.slice(1) }, length: word.length };
  }
  // the longest: one short address may begin as another does
  const [known] = links
    .filter((link) => link.token !== '' && word.startsWith(link.token))
    .toSorted((one, other) => other.token.length - one.token.length);
  const token = known?.token ?? word.replace(trailing, '');
  const url = webAddress(known?.url ?? token);
  return url === undefined
    ? undefined
    : { segment: { kind: 'link', text: known?.display ?? shortAddress(url), url }, length: token.length };
}

/** An address that may be opened: http and https, nothing that hides a host behind a name and password. */
export function webAddress(text: string | null | undefined): string | undefined {
  const url = text === null || text === undefined ? null : URL.parse(text);
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') && url.username === '' && url.password === ''
    ? url.href
    : undefined;
}

/** The host, always whole, and as much of the rest as a line takes. */
function shortAddress(address: string): string {
  const url = new URL(address);
  const rest = `${url.pathname}${url.search}${url.hash}`.replace(/^\/$/, '');
  return `${url.host}${rest.length > 24 ? `${rest.slice(0, 23)}…` : rest}`;
}
