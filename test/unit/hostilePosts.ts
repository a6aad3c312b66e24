const photo = {
  type: 'photo',
  url: 'https://pictures.example/large.png',
  previewUrl: 'https://pictures.example/small.png',
  width: 4,
  height: 3,
  altText: null,
  durationMs: null,
};

export interface EndlessPost extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly text: string;
  readonly media?: readonly (typeof photo)[];
}

/** Posts of the simple format that no person writes: one endless text, or far more of something than anybody looks at. */
export const endlessPosts: Readonly<Record<string, EndlessPost>> = Object.fromEntries(
  Object.entries({
    '64,000 dots': { text: '.'.repeat(64_000) },
    '25,000 unbroken characters': { text: 'W'.repeat(25_000) },
    '1,000,000 unbroken characters': { text: 'a'.repeat(1_000_000) },
    'a tag of 1,000,000 letters': { text: `#${'a'.repeat(1_000_000)}` },
    'an address of 1,000,000 letters': { text: `https://a.example/${'a'.repeat(1_000_000)}` },
    'one letter with 100,000 marks': { text: `e${'\u0301'.repeat(100_000)}` },
    '100,000 flags': { text: '\u{1F1E9}\u{1F1EA}'.repeat(100_000) },
    '25,000 lines': { text: 'a\n'.repeat(25_000) },
    '100,000 mentions': { text: '@ada '.repeat(100_000) },
    '3,000 pictures': { text: 'All of them.', media: Array.from({ length: 3_000 }, () => photo) },
  }).map(([name, fields], at) => [
    name,
    {
      id: String(1_000 + at),
      createdAt: '2026-01-05T10:00:00Z',
      author: { id: '11', username: 'ada', name: 'Ada' },
      counts: { likes: 1 },
      ...fields,
    },
  ]),
);
