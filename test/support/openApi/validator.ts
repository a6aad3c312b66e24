import { type Document, OpenAPIBackend } from 'openapi-backend';
import { toJsonObject } from '../../../src/build/openApi/openApiSchemas.ts';
import type { EncodedCall } from '../../../src/client/wire.ts';
import { type Json, objectAt } from './documents.ts';

/** A response, read. */
export interface ParsedHttpResponse {
  readonly status: number;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
}

/** Holds answers against a document. */
export interface Validator {
  /** @returns what is wrong with a response of an operation; undefined when nothing is */
  readonly fault: (operationId: string, got: ParsedHttpResponse) => string | undefined;
  /** @returns what is wrong with a request of an operation; undefined when nothing is */
  readonly requestFault: (operationId: string, call: EncodedCall) => string | undefined;
}

interface Validation {
  readonly errors?: readonly { readonly instancePath: string; readonly message?: string }[] | null;
}

/**
 * Makes a validator of the package openapi-backend. Headers are looked at by name only: the package takes each
 * documented one for required (assumption 9.5). Its own look at the document (not `quick`) knows OpenAPI 3.0 only;
 * the linters see to that.
 */
export async function createValidator(document: Json): Promise<Validator> {
  const backend = new OpenAPIBackend({
    definition: document as unknown as Document, // JSON of that form: the linters see to it
    quick: true,
    coerceTypes: true,
    strict: true,
    ajvOpts: {
      ...{ strict: false, allErrors: false },
      // it has a validator for each operation and status, and each would compile a schema of schemas first: the linters hold the
      // documents to it, and to make the code small takes longer than to run it
      ...{ meta: false, validateSchema: false, code: { optimize: false } },
    },
  });
  await backend.init();
  return {
    fault: (operationId, got) => {
      const operation = backend.getOperation(operationId);
      if (operation === undefined) return `there is no operation ${operationId}`;
      const response = operation.responses?.[String(got.status)];
      if (response === undefined) return `status ${got.status} is not listed`;
      return (
        presentErrors(backend.validateResponse(got.body, operationId, got.status)) ?? undocumentedHeader(document, response, got)
      );
    },
    requestFault: (operationId, { method, target, body }) => {
      const headers = { 'x-api-key': 'a-key', ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
      const request = { method, path: target, headers, ...(body === undefined ? {} : { body }) };
      const matched = backend.matchOperation(request)?.operationId;
      return matched === operationId
        ? presentErrors(backend.validateRequest(request, operationId))
        : `it is a request of ${String(matched)}`;
    },
  };
}

function presentErrors({ errors }: Validation): string | undefined {
  return errors === undefined || errors === null || errors.length === 0
    ? undefined
    : errors.map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`).join('; ');
}

/** The sandbox marks its responses by headers of its own, which no service has. */
const notOfTheService = /^(?:content-type|content-length|date|connection|keep-alive|cache-control|x-sandbox.*)$/;

function undocumentedHeader(document: Json, response: unknown, got: ParsedHttpResponse): string | undefined {
  const { $ref, ...own } = toJsonObject(response);
  const { headers } = typeof $ref === 'string' ? objectAt(document, ...$ref.slice(2).split('/')) : own;
  const documented = Object.keys(toJsonObject(headers)).map((name) => name.toLowerCase());
  return Object.keys(got.headers)
    .filter((name) => !notOfTheService.test(name) && !documented.includes(name))
    .map((name) => `the header ${name} is not documented for ${got.status}`)
    .at(0);
}
