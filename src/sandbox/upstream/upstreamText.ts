import { hashText } from '../world/random.ts';

const shortCodeAlphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const shortCodeLength = 10;

/** The upstream platform escapes these three and no others, in `full_text` only. */
export function escapeUpstreamText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** "Wed Oct 10 20:19:24 +0000 2018" */
export function formatUpstreamDate(ms: number): string {
  return new Date(ms).toUTCString().replace(/^(\w+), (\d+) (\w+) (\d+) ([\d:]+) GMT$/, '$1 $3 $2 $5 +0000 $4');
}

/** The opaque `id` beside a `rest_id`: "User:1" in base64. */
export function toGlobalId(kind: string, restId: string): string {
  return Buffer.from(`${kind}:${restId}`).toString('base64');
}

/** The short link of an address: the same for the same address. */
export function toShortLink(address: string): string {
  return `https://t.co/${toShortCode(address)}`;
}

/** Ten letters and digits that stand for a text. */
export function toShortCode(text: string): string {
  let rest = (BigInt(hashText(text)) << 32n) | BigInt(hashText(`${text.length} ${text}`));
  let token = '';
  for (let index = 0; index < shortCodeLength; index += 1) {
    token += shortCodeAlphabet[Number(rest % 62n)] ?? '';
    rest /= 62n;
  }
  return token;
}

/** How an address is shown: without its scheme, cut behind 26 characters. */
export function toDisplayUrl(address: string): string {
  const characters = [...address.replace(/^https?:\/\/(www\.)?/, '')];
  return characters.length > 27 ? `${characters.slice(0, 26).join('')}…` : characters.join('');
}

/** The number of code points, in which the platform counts its positions. */
export function countCodePoints(text: string): number {
  return [...text].length;
}
