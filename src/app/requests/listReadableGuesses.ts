import type { Endpoint } from '../../client/endpoint.ts';

/** What is guessed about an endpoint as a person reads it: without the id under which it stands in the repository. */
export function listReadableGuesses({ guesses }: Pick<Endpoint, 'guesses'>): readonly string[] {
  return guesses.map((guess) => guess.replace(/ \(assumption T?[\d.]+\)/, ''));
}
