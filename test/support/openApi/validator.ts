import { type Document, OpenAPIBackend } from 'openapi-backend';
import { toJsonObject } from '../../../src/build/openApi/openApiSchemas.ts';
import type { EncodedCall } from '../../../src/client/wire.ts';
import { type Json, objectAt } from './documents.ts';

export interface ParsedHttpResponse {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
}

/** Checks requests and responses against a document. */
export interface Validator {
  /** @returns a response's error; undefined if it is valid */
  readonly fault: (operationId: string, got: ParsedHttpResponse) => string | undefined;
  /** @returns a request's error; undefined if it is valid */
  readonly requestFault: (operationId: string, call: EncodedCall) => string | undefined;
}

interface Validation {
  readonly errors?: readonly { readonly instancePath: string; readonly message?: string }[] | null;
}

/**
 * Uses openapi-backend. Checks headers by name only, because the package treats documented headers as required (assumption 9.5).
 * `quick`, because its document check supports only OpenAPI 3.0; linters check it.
 */
export async function createValidator(document: Json): Promise<Validator> {
  const backend = new OpenAPIBackend({
    definition: document as unknown as Document, // linters check its schema
    quick: true,
    coerceTypes: true,
    strict: true,
    ajvOpts: {
      ...{ strict: false, allErrors: false },
      // compiling the schema of schemas for each operation and status would take long, and linters check
      // the documents; minifying the code takes longer than running it
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

/** The sandbox's own headers, which no service sends. */
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
