import { stripToSingleLine } from '../core/text/stripHiddenCharacters.ts';

/** For GitHub's workflow commands. */
export function escapeWorkflowText(text: string): string {
  return stripToSingleLine(text).replaceAll('%', '%25');
}

/** "2 errors" */
export function formatCountWithNoun(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}
