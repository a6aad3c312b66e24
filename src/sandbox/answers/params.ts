import { type ServiceError, throwRefusal } from '../reserved/refusals.ts';
import { hashText } from '../world/random.ts';
import type { WorldPlace, SandboxWorld } from '../world/world.ts';
import type { SandboxQuestion } from './answer.ts';

/** A question with a text of this name. */
interface QuestionWithText<N extends string> {
  readonly params: { readonly [K in N]: string | undefined };
}

/** A parameter without which there is no answer, trimmed (assumption 7.2). */
export function requireTextParam<N extends string>({ params }: QuestionWithText<NoInfer<N>>, name: N): string {
  const text = (params[name] ?? '').trim();
  return text === '' ? throwRefusal(400, `${name} is missing`) : text;
}

/** An id of the primary service. */
export function requireNumericIdParam<N extends string>({ params }: QuestionWithText<NoInfer<N>>, name: N): string {
  const id = params[name];
  return isNumericId(id) ? id : throwRefusal(422, `${name} takes digits only, at most 30`);
}

/** What has the id that a parameter of the gateway says, or 404. */
export function requireItemByIdParam<N extends string, T>(
  { params }: QuestionWithText<NoInfer<N>>,
  name: N,
  find: (id: string) => T | undefined,
): T {
  const id: string = params[name] ?? '';
  return find(id) ?? throwRefusal(404, `There is nothing with the ${name} ${id}`);
}

/** The parts of a parameter between commas, trimmed, blanks dropped and then counted. */
export function requireCommaSeparatedParam<N extends string>(
  { params }: QuestionWithText<NoInfer<N>>,
  name: N,
  max: number,
  what: string,
): readonly string[] {
  const text: string = params[name] ?? '';
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (parts.length === 0) {
    return throwRefusal(400, `${name} is missing`);
  }
  return parts.length > max ? throwRefusal(400, `${name} takes at most ${max} ${what}`) : parts;
}

/** The ids that the services take: 1 to 30 digits (primary reference, Conventions). */
export function isNumericId(text: string | undefined): text is string {
  return text !== undefined && /^[0-9]{1,30}$/.test(text);
}

/**
 * The page size of follower pages (assumption 1.12): between 50 and 70, the same for the same account,
 * unless the hint asks for more than 50.
 */
export function getFollowerPageSize({ endpoint, params }: SandboxQuestion<'count'>, accountId: string): number {
  return params.count <= 50 ? 50 + (hashText(`${endpoint.id} ${accountId}`) % 21) : params.count;
}

/** The place of a WOEID: one error unless it is a whole number, another when no place has it (assumptions 7.2, 7.19). */
export function requirePlaceByWoeid(world: SandboxWorld, woeid: string, odd: ServiceError, missing: number): WorldPlace {
  if (!/^\d{1,30}$/.test(woeid)) {
    return throwRefusal(odd.status, odd.message);
  }
  return world.place(Number(woeid)) ?? throwRefusal(missing, `There is no place with the WOEID ${woeid}`);
}
