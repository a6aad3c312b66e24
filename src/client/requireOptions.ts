import type { ParamsSchema } from './endpoint.ts';
import { checkParams } from './checkParams.ts';
import { SocialDataError } from './errors.ts';

/** Checks what a function is given: programs in JavaScript have no compiler. @throws SocialDataError `input`, which names what is wrong */
export function requireOptions(title: string, params: ParamsSchema, options: unknown): void {
  const faults = checkParams({ title, params }, options);
  if (faults[0] !== undefined) {
    const message = faults.map((fault) => fault.message).join('. ');
    throw new SocialDataError('input', `${title}: ${message}`, { spent: 'no', param: faults[0].param });
  }
}
