import type * as z from 'zod';
import { type WireKind, wireKind } from './wire.ts';

/**
 * What a schema has against a value, as one sentence about the value: "User Id takes digits only, at most 30".
 * @param title what the person knows the value by
 * @param path where in the value the fault is; empty for the value itself
 */
export function presentIssue(title: string, schema: z.ZodType, issue: z.core.$ZodIssue, path: readonly PropertyKey[]): string {
  const where = path.length === 0 ? title : `${title} (${placeWords(path)})`;
  const says = phrase(issue, path.length === 0 ? wireKind(schema) : undefined);
  // some rules speak in whole sentences, which stand behind a colon
  return /^(\p{Lu}|no )/u.test(says) ? `${where}: ${says}` : `${where} ${says}`;
}

/** The rows' own messages are phrases that follow a title; zod's are not, and are worded here. */
function phrase(issue: z.core.$ZodIssue, kind: WireKind | undefined): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.message.startsWith('Invalid input') ? typeWords(kind === 'integer' ? 'int' : issue.expected) : issue.message;
    case 'invalid_value':
      return `takes ${listWords(issue.values.map(String))}`;
    case 'unrecognized_keys':
      return issue.message.startsWith('Unrecognized') ? `has no ${listWords(issue.keys)}` : issue.message;
    case 'too_big':
      return issue.message.startsWith('Too big') ? `is at most ${issue.maximum}` : issue.message;
    case 'too_small':
      return issue.message.startsWith('Too small') ? `is at least ${issue.minimum}` : issue.message;
    default:
      return issue.message;
  }
}

function typeWords(expected: string): string {
  switch (expected) {
    case 'string':
      return 'takes a text';
    case 'int':
      return 'takes a whole number';
    case 'number':
      return 'takes a number';
    case 'boolean':
      return 'takes true or false';
    case 'array':
      return 'takes a list';
    default:
      return 'takes an object';
  }
}

/** ["date_range", "from"] is "date_range.from", ["keywords", 1] is "keywords, item 2". */
function placeWords(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === 'number' ? `, item ${part + 1}` : `.${String(part)}`))
    .join('')
    .replace(/^(\.|, )/, '');
}

function listWords(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
