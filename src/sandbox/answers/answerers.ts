import type { Answerer } from './answer.ts';
import { gatewayRows } from './gatewayRows.ts';
import { primaryRows } from './primaryRows.ts';

/** The answerer of each row of both services, by endpoint id. */
export const answerers: Readonly<Record<string, Answerer>> = { ...primaryRows.answerers, ...gatewayRows.answerers };
