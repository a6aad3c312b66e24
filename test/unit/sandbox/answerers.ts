import type { Answerer } from '../../../src/sandbox/answers/answer.ts';
import { gatewayRows } from '../../../src/sandbox/answers/gatewayRows.ts';
import { primaryRows } from '../../../src/sandbox/answers/primaryRows.ts';

/** The answerer of each row of both services, by endpoint id. */
export const answerers: Readonly<Record<string, Answerer>> = { ...primaryRows.answerers, ...gatewayRows.answerers };
