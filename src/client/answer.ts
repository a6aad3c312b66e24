import type * as z from 'zod';
import { decodeJsonText, type EncodedBody, getBodyCharset, type ShapeWarning } from './exchange.ts';
import {
  backslashCode,
  closeBraceCode,
  closeBracketCode,
  openBraceCode,
  openBracketCode,
  doubleQuoteCode,
} from './json/scanJson.ts';
import { findShapeWarnings, isValueDeeperThan, maxJsonDepth, noShapeWarnings } from './shapeCheck.ts';

/** A body read as JSON, with where it differs from its shape; or why it is not read. */
export type ParsedAnswer =
  | { readonly kind: 'json'; readonly value: unknown; readonly warnings: readonly ShapeWarning[] }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** JSON.parse itself keeps its stack on the heap and takes any depth that fits into this many bytes. */
const maxBytesWithoutDepthScan = 1024 * 1024;

const tooDeepAnswer: ParsedAnswer = Object.freeze({
  kind: 'unreadable',
  reason: `the body is nested deeper than ${maxJsonDepth} levels`,
});

/**
 * Reads a body as JSON in its charset (a wrong byte reads as U+FFFD), nested no deeper than maxJsonDepth.
 * The depth is known before anything that recurses sees the value: large bodies are measured as bytes, others as they were parsed.
 */
export function parseAnswerBody(encoded: EncodedBody, schema: z.ZodType | undefined): ParsedAnswer {
  const body = getBodyCharset(encoded) === 'utf-8' ? encoded.body : new TextEncoder().encode(decodeJsonText(encoded));
  if (body.byteLength === 0) {
    return { kind: 'unreadable', reason: 'the body is empty' };
  }
  if (body.byteLength > maxBytesWithoutDepthScan && isJsonBodyDeeperThan(body, maxJsonDepth)) {
    return tooDeepAnswer;
  }
  const text = decodeJsonText({ body });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) {
      throw error;
    }
    return { kind: 'unreadable', reason: /^\s*</.test(text) ? 'the body is HTML or XML, not JSON' : 'the body is not JSON' };
  }
  if (isValueDeeperThan(value, maxJsonDepth)) {
    return tooDeepAnswer;
  }
  return { kind: 'json', value, warnings: schema === undefined ? noShapeWarnings : findShapeWarnings(schema, value) };
}

/** Whether brackets outside strings nest deeper than a limit. One pass over the bytes, no memory. */
export function isJsonBodyDeeperThan(body: Uint8Array, limit: number): boolean {
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < body.length; index += 1) {
    const byte = body[index];
    if (byte === doubleQuoteCode) {
      isInString = !isInString;
    } else if (isInString) {
      index += byte === backslashCode ? 1 : 0;
    } else if (byte === openBraceCode || byte === openBracketCode) {
      depth += 1;
      if (depth > limit) {
        return true;
      }
    } else if (byte === closeBraceCode || byte === closeBracketCode) {
      depth -= 1;
    }
  }
  return false;
}
