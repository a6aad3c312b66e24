/** A page of 20 made-up posts in the simple format, about 30 KB as JSON. */
export function simplePage(): string {
  const data = Array.from({ length: 20 }, (_, index) => tweet(index));
  return JSON.stringify({ data, nextCursor: 'DAABCgABGk1example', previousCursor: null, hasNextPage: true });
}

function tweet(index: number): unknown {
  const id = `17000000000000${String(10_000 + index)}`;
  const username = `writer_${index}`;
  return {
    id,
    url: `https://posts.example/${username}/status/${id}`,
    text: `Post number ${index}: the harbour was quiet this morning, and the ferry came in late again. "Fog", they said – as always. #harbour #ferry https://link.example/${index}`,
    createdAt: '2026-02-03T04:05:06Z',
    lang: 'en',
    author: {
      id: `15000000000000${String(20_000 + index)}`,
      username,
      name: `Writer Number ${index} ⚓`,
      description:
        'Writes about boats, tides and the people who wait for both. Opinions are the harbour master’s, if anyone’s. Answers letters on Sundays, when the wind is from the north.',
      location: 'Somewhere by the sea',
      url: `https://site.example/${username}`,
      createdAt: '2019-05-06T07:08:09Z',
      avatarUrl: `https://pictures.example/avatars/${username}_normal.jpg`,
      bannerUrl: `https://pictures.example/banners/${username}/1500x500.jpg`,
      verified: index % 2 === 0,
      verifiedType: index % 5 === 0 ? 'Business' : null,
      protected: false,
      counts: { followers: 12_345 + index, following: 678, tweets: 9_012, likes: 34_567, media: 890, listed: 12 },
      pinnedTweetIds: [`16000000000000${String(30_000 + index)}`],
      isAutomated: false,
    },
    counts: { likes: 120 + index, retweets: 14, replies: 7, quotes: 2, bookmarks: 5, views: 45_678 },
    media:
      index % 2 === 0
        ? [
            {
              type: 'photo',
              url: `https://pictures.example/media/${id}.jpg`,
              previewUrl: `https://pictures.example/media/${id}_small.jpg`,
              width: 1_600,
              height: 1_200,
              altText: null,
              durationMs: null,
            },
          ]
        : [],
    urls: [`https://link.example/${index}`],
    hashtags: ['harbour', 'ferry'],
    mentions: [],
    replyTo: null,
    quoted: null,
    retweetOf: null,
    conversationId: id,
    isPinned: false,
    source: 'Harbour Web App',
    article: null,
  };
}
