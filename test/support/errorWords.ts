/** What suites look for of the sentences about errors (`describeError.ts`): no other test quotes them, so that one can be reworded. */
export const errorWords = {
  noKey: { failed: 'was not sent: no API key is set', advice: 'Set a key, or use the sandbox.' },
  budget: { advice: 'Raise the budget to continue.' },
  invalid: { failed: 'the service refused a value' },
  notFound: { failed: 'not found', advice: 'It may have been deleted, or the value is wrong.' },
  unauthorized: { failed: 'the service did not accept the key', advice: 'Set another key.' },
  noBalance: { failed: 'the balance of this key is used up', advice: 'Top it up, or set another key.' },
  forbidden: {
    failed: 'the key does not have access to this',
    advice: 'Private lists, invite-only communities and protected accounts cannot be read.',
  },
  rateLimited: {
    failed: 'rate limited',
    failedUntil: 'rate limited until',
  },
  server: { failed: 'the service responded with status', advice: 'Try again later.' },
  noResults: { failed: 'no results' },
  redirect: { failed: 'the address redirects' },
  network: {
    failed: 'could not be reached',
    advice: 'Check the network and the address.',
  },
  interrupted: { failed: 'the connection was interrupted' },
  shape: { failed: 'the response is not readable JSON', advice: 'A network sign-in page can cause this.' },
} as const;

/** A pattern with words in it that stand for themselves; its dots stand for ends of lines as well. */
export function toWordsPattern(pattern: TemplateStringsArray, ...words: readonly string[]): RegExp {
  return new RegExp(String.raw(pattern, ...words.map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))), 's');
}
