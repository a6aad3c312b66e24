import type { Answerer } from '../../../src/sandbox/answers/answer.ts';
import { gatewayAnswerers } from '../../../src/sandbox/answers/gatewayAnswerers.ts';
import { primaryAnswerers } from '../../../src/sandbox/answers/primaryAnswerers.ts';

/** The answerer of each row of both services, by endpoint id. */
export const answerers: Readonly<Record<string, Answerer>> = { ...primaryAnswerers.answerers, ...gatewayAnswerers.answerers };
