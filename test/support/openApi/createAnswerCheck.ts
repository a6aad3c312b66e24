import type { Endpoint, AnswerFormat, Service } from '../../../src/client/endpoint.ts';
import { restrictToFormat, loadOpenApiDocument, objectAt } from './documents.ts';
import { createValidator, type Validator } from './validator.ts';

/** What the sandbox notes where nothing documents a raw shape, and it answers in the simple one. */
export const simpleShapeNote = 'the simple shape is answered';

/** Each by its name in lower case. */
export type AnswerHeaders = Readonly<Record<string, string>>;

/** What an endpoint answered. */
export interface EndpointAnswer {
  readonly endpoint: Endpoint;
  readonly method: string;
  /** The path through which it was asked, where that is not the endpoint's own. */
  readonly aliasPath: string | undefined;
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly text: string;
  /** The caller asked for an error on purpose. */
  readonly isErrorRequested: boolean;
}

/**
 * Makes a check of everything that a sandbox's endpoints answer.
 *
 * @param rows the sandbox's table, whose documents the answers are held against
 * @param getSchemaFormat which format an answer is to have; default: as its headers say
 * @returns what is wrong with an answer; undefined when nothing is, or when its status was planted and the operation
 *   does not list it
 */
export async function createAnswerCheck(
  rows: readonly Endpoint[],
  formatOf: (headers: AnswerHeaders) => AnswerFormat = toldFormat,
): Promise<(answer: EndpointAnswer) => string | undefined> {
  const { documents, validators } = await validationOf(rows);
  return ({ endpoint, method, aliasPath, status, headers: all, text, isErrorRequested }) => {
    const { service } = endpoint;
    const through = aliasPath === undefined ? endpoint : { path: aliasPath, method };
    const { operationId, responses } = objectAt(documents[service], 'paths', through.path, through.method.toLowerCase());
    if (typeof operationId !== 'string') return `no operation is documented for ${through.method} ${through.path}`;
    if (isErrorRequested && !Object.keys(responses ?? {}).includes(String(status))) return undefined;
    // a limiter, a rule or a policy says when to come again, which no reference does
    const { 'retry-after': _, ...headers } = all;
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      return 'the body is not JSON';
    }
    return validators[service][formatOf(headers)].fault(operationId, { status, headers, body });
  };
}

type Validation = Awaited<ReturnType<typeof createValidation>>;

const validations = new WeakMap<readonly Endpoint[], Promise<Validation>>();

/** Made once for a table: each schema is compiled when an answer is held against it for the first time. */
async function validationOf(rows: readonly Endpoint[]): Promise<Validation> {
  const made = validations.get(rows) ?? createValidation(rows);
  validations.set(rows, made);
  return await made;
}

async function createValidation(rows: readonly Endpoint[]) {
  const documents = { primary: loadOpenApiDocument('primary', rows), gateway: loadOpenApiDocument('gateway', rows) } as const;
  const both = async (service: Service): Promise<Readonly<Record<AnswerFormat, Validator>>> => ({
    raw: await createValidator(restrictToFormat('raw', structuredClone(documents[service]))),
    simple: await createValidator(restrictToFormat('simple', structuredClone(documents[service]))),
  });
  return { documents, validators: { primary: await both('primary'), gateway: await both('gateway') } } as const;
}

function toldFormat(headers: AnswerHeaders): AnswerFormat {
  const isSimple = headers['x-response-format'] === 'simple' || headers['x-sandbox-note']?.includes(simpleShapeNote) === true;
  return isSimple ? 'simple' : 'raw';
}
