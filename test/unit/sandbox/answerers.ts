import type { Answerer } from '../../../src/sandbox/answers/answer.ts';
import { allAnswerers } from '../../../src/sandbox/answers/allAnswerers.ts';

/** The answerer of each row of both services, by endpoint id. */
export const answerers: Readonly<Record<string, Answerer>> = allAnswerers.answerers;
