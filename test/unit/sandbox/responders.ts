import type { Responder } from '../../../src/sandbox/responses/response.ts';
import { allResponders } from '../../../src/sandbox/responses/allResponders.ts';

/** The answerer of each row of both services, by endpoint id. */
export const responders: Readonly<Record<string, Responder>> = allResponders.responders;
