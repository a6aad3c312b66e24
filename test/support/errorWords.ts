/** Words in error messages (`describeError.ts`). No other test quotes them, so they can be reworded. */
export const errorWords = {
  noKey: { failed: "wasn't sent because no API key is set", advice: 'Set a key, or use the sandbox.' },
  budget: { advice: 'Raise the budget to continue.' },
  invalid: { failed: 'the service rejected a value' },
  notFound: { failed: 'was not found' },
  unauthorized: { failed: "the service didn't accept the key", advice: 'Set a different API key.' },
  noBalance: { failed: "this key's balance is used up", advice: 'Add funds, or set a different API key.' },
  forbidden: {
    failed: "the key doesn't have access to this",
    advice: "Private lists, invite-only communities, and protected accounts can't be read.",
  },
  rateLimited: {
    failed: 'rate limited',
    failedUntil: 'rate limited until',
  },
  server: { failed: 'the service responded with status', advice: 'Try again later.' },
  noResults: { failed: 'no results' },
  redirect: { failed: 'the URL redirects' },
  network: {
    failed: "couldn't be reached",
    advice: 'Check the network and the URL.',
  },
  interrupted: { failed: 'the connection was interrupted' },
  shape: { failed: "the response isn't valid JSON", advice: 'Check the base URL. A network sign-in page can also cause this.' },
} as const;

/** A pattern for literal text; its dots also match line breaks. */
export function toWordsPattern(pattern: TemplateStringsArray, ...words: readonly string[]): RegExp {
  return new RegExp(String.raw(pattern, ...words.map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))), 's');
}
