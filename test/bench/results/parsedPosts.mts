import { simplePage } from '../client/simplePage.mts';

const words = ['anchor', 'buoy', 'chart', 'dinghy', 'estuary', 'fathom', 'gangway'];

/** Posts as parsed from pages, each with its own id, author, words, and likes. */
export function parsedPosts(count: number): readonly unknown[] {
  const posts: unknown[] = [];
  while (posts.length < count) {
    const page = JSON.parse(simplePage()) as Page; // created by this bench
    for (const post of page.data.slice(0, count - posts.length)) {
      const at = posts.length;
      post.id = `18000000000${String(10_000_000 + at)}`;
      post.text = `${post.text} ${words[at % words.length] ?? ''} ${at}`;
      post.author.username = `writer_${at % 20_011}`;
      post.counts.likes = (at * 7_919) % 100_003;
      posts.push(post);
    }
  }
  return posts;
}

interface Page {
  readonly data: {
    id: string;
    text: string;
    readonly author: { username: string };
    readonly counts: { likes: number };
  }[];
}
