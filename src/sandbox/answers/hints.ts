import type { Answer, Question } from './answer.ts';
import { hashText } from '../world/random.ts';

export type Refusal = Extract<Answer, { readonly kind: 'error' }>;

/** An error of the service, in plain words. */
export function refusal(status: number, message: string): Refusal {
  return { kind: 'error', status, message };
}

/** A whole body. */
export function body(value: unknown): Answer {
  return { kind: 'body', body: value };
}

/** The ids that the services take: 1 to 30 digits (primary reference, Conventions). */
export function isNumericId(text: string | undefined): text is string {
  return text !== undefined && /^[0-9]{1,30}$/.test(text);
}

/**
 * The page size that `count` asks for (decision 1.11): 20 unless it is a number, at least 1 and at most 100,
 * fractions floored.
 */
export function countHint(question: Question): number {
  const text = question.texts['count'];
  if (text === undefined) {
    return 20;
  }
  const value = /^[+-]?(\d+\.?\d*|\.\d+)$/.test(text) ? Math.floor(Number(text)) : Number.NaN;
  const taken = Number.isNaN(value) || value < 1 ? 20 : Math.min(value, 100);
  if (String(taken) !== text) {
    question.note(`count ${text} was read as ${taken}`);
  }
  return taken;
}

/**
 * The page size of follower pages (decision 1.12): between 50 and 70, the same for the same account,
 * unless the hint asks for more than 50.
 */
export function crowdedPageSize(question: Question, accountId: string): number {
  const hint = countHint(question);
  return hint <= 50 ? 50 + (hashText(`${question.endpoint.id} ${accountId}`) % 21) : hint;
}

/** The gateway's `limit` or `count`: the default when it is no number, clamped to the maximum (decision 7.3). */
export function limitHint(question: Question, serviceDefault: number, max: number, name = 'limit'): number {
  return readLimit(question, question.texts[name], serviceDefault, max, name);
}

export function readLimit(
  question: Question,
  text: string | undefined,
  serviceDefault: number,
  max: number,
  name = 'limit',
): number {
  if (text === undefined) {
    return serviceDefault;
  }
  const taken = /^\d{1,15}$/.test(text) && Number(text) > 0 ? Math.min(Number(text), max) : serviceDefault;
  if (String(taken) !== text) {
    question.note(`${name} ${text} was read as ${taken}`);
  }
  return taken;
}

/** One of several words, the default for any other (decisions 1.17, 7.4). */
export function choice<const T extends string, D>(question: Question, name: string, choices: readonly T[], otherwise: D): T | D {
  const text = question.texts[name];
  const found = choices.find((candidate) => candidate === text);
  if (text !== undefined && found === undefined) {
    question.note(`${name} ${text} is not known and was ignored`);
  }
  return found ?? otherwise;
}

/** A flag: true and 1 are true; anything else is false (decision 1.16). */
export function flag(question: Question, name: string): boolean {
  const text = question.texts[name];
  return text === 'true' || text === '1';
}
