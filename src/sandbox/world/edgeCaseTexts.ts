import type { PostRegistry } from './postRegistry.ts';
import { namedAccountNumbers } from './profiles.ts';
import made from './texts/oddTexts.json' with { type: 'json' };

/** Texts that readers stumble over; one post each, by one account. None has a control character that JSON would have to escape but line ends and tabs. */
export const { edgeTexts: edgeCaseTexts } = made;

/** One post for each script that no language of the world is written in, one each hour, by the account of the odd texts. */
export function addWritingSystemPosts(book: PostRegistry): void {
  made.scripts.forEach(({ lang, text }, index) => {
    const written = { text, lang, hashtags: [], urls: [], mentions: [] };
    book.add({
      author: namedAccountNumbers.edgeCaseTexts,
      atMs: book.nowMs - (index + 30) * 3_600_000,
      likes: index % 5,
      write: () => ({ composedText: written }),
    });
  });
}
