import { type Refusal, refuse } from '../reserved/refusals.ts';
import { hashText } from '../world/random.ts';
import type { WorldPlace, World } from '../world/world.ts';
import type { SandboxQuestion } from './answer.ts';

/** What is read of a question: its parameters, and where it says how they were read. */
type QuestionParams<N extends string> = Pick<SandboxQuestion<N>, 'params' | 'note'>;

/** A parameter without which there is no answer, trimmed (assumption 7.2). */
export function requiredText<N extends string>({ params }: QuestionParams<N>, name: NoInfer<N>): string {
  const text = (params[name] ?? '').trim();
  return text === '' ? refuse(400, `${name} is missing`) : text;
}

/** An id of the primary service. */
export function numericId<N extends string>({ params }: QuestionParams<N>, name: NoInfer<N>): string {
  const id = params[name];
  return isNumericId(id) ? id : refuse(422, `${name} takes digits only, at most 30`);
}

/** What has the id that a parameter of the gateway says, or 404. */
export function foundById<N extends string, T>(
  { params }: QuestionParams<N>,
  name: NoInfer<N>,
  find: (id: string) => T | undefined,
): T {
  const id: string = params[name] ?? '';
  return find(id) ?? refuse(404, `There is nothing with the ${name} ${id}`);
}

/** The parts of a parameter between commas, trimmed, blanks dropped and then counted. */
export function listed<N extends string>(
  { params }: QuestionParams<N>,
  name: NoInfer<N>,
  max: number,
  what: string,
): readonly string[] {
  const text: string = params[name] ?? '';
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (parts.length === 0) {
    return refuse(400, `${name} is missing`);
  }
  return parts.length > max ? refuse(400, `${name} takes at most ${max} ${what}`) : parts;
}

/** The ids that the services take: 1 to 30 digits (primary reference, Conventions). */
export function isNumericId(text: string | undefined): text is string {
  return text !== undefined && /^[0-9]{1,30}$/.test(text);
}

/**
 * The page size that `count` asks for (assumption 1.11): 20 unless it is a number, at least 1 and at most 100,
 * fractions floored.
 */
export function countHint({ params, note }: QuestionParams<'count'>): number {
  const text = params.count;
  if (text === undefined) {
    return 20;
  }
  const value = /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text) ? Math.floor(Number(text)) : Number.NaN;
  const taken = Number.isNaN(value) || value < 1 ? 20 : Math.min(value, 100);
  if (String(taken) !== text) {
    note(`count ${text} was read as ${taken}`);
  }
  return taken;
}

/**
 * The page size of follower pages (assumption 1.12): between 50 and 70, the same for the same account,
 * unless the hint asks for more than 50.
 */
export function crowdedPageSize(question: SandboxQuestion<'count'>, accountId: string): number {
  const hint = countHint(question);
  return hint <= 50 ? 50 + (hashText(`${question.endpoint.id} ${accountId}`) % 21) : hint;
}

/** The gateway's `limit` or `count`: the default when it is no number, clamped to the maximum (assumption 7.3). */
export function limitHint<N extends string>(
  { params, note }: QuestionParams<N>,
  name: NoInfer<N>,
  serviceDefault: number,
  max: number,
): number {
  const text: string | undefined = params[name];
  if (text === undefined) {
    return serviceDefault;
  }
  const taken = /^\d{1,15}$/.test(text) && Number(text) > 0 ? Math.min(Number(text), max) : serviceDefault;
  if (String(taken) !== text) {
    note(`${name} ${text} was read as ${taken}`);
  }
  return taken;
}

/** One of several words, the default for any other (assumptions 1.17, 7.4). */
export function choice<N extends string, const T extends string, D>(
  { params, note }: QuestionParams<N>,
  name: NoInfer<N>,
  choices: readonly T[],
  otherwise: D,
): T | D {
  const text: string | undefined = params[name];
  const found = choices.find((candidate) => candidate === text);
  if (text !== undefined && found === undefined) {
    note(`${name} ${text} is not known and was ignored`);
  }
  return found ?? otherwise;
}

/** A flag: true and 1 are true; anything else is false (assumption 1.16). */
export function flag<N extends string>({ params, note }: QuestionParams<N>, name: NoInfer<N>): boolean {
  const text: string | undefined = params[name];
  if (text !== undefined && !/^(true|false|1|0)$/.test(text)) note(`${name} ${text} was read as false`);
  return text === 'true' || text === '1';
}

/** The place of a WOEID: one error unless it is a whole number, another when no place has it (assumptions 7.2, 7.19). */
export function placeAt(world: World, woeid: string, odd: Refusal, missing: number): WorldPlace {
  if (!/^\d{1,12}$/.test(woeid)) {
    return refuse(odd.status, odd.message);
  }
  return world.place(Number(woeid)) ?? refuse(missing, `There is no place with the WOEID ${woeid}`);
}
