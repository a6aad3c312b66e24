import * as z from 'zod';
import type { Endpoint } from '../../client/endpoint.ts';
import { describeIssue } from '../../client/checkParams.ts';
import { decodeParamText, type ParamEncoding, getParamEncoding } from '../../client/wire.ts';

export type FieldTexts = Readonly<Record<string, string>>;

export type FieldKind = ParamEncoding | 'choice';

export interface FormField {
  readonly name: string;
  readonly title: string;
  readonly help?: string;
  readonly kind: FieldKind;
  readonly required: boolean;
  /** For the kind `choice`. */
  readonly choices?: readonly string[];
  readonly examples?: readonly unknown[];
  /** Other values are also allowed. */
  readonly suggestions?: readonly string[];
  /** The value that the service assumes for an empty field. */
  readonly serviceDefault?: string | number | boolean;
  /** @returns an error, or undefined if the text is valid. An optional field may be empty. */
  readonly check: (text: string) => string | undefined;
  /** Converts valid text to a value; undefined if it's empty. */
  readonly toValue: (text: string) => unknown;
}

interface ParamJsonSchema {
  readonly title?: string;
  readonly help?: string;
  readonly examples?: readonly unknown[];
  readonly serviceDefault?: string | number | boolean;
  readonly enum?: readonly unknown[];
}

/** Each field is checked by itself; `checkParams` checks rules across fields. */
export function listFormFields(endpoint: Endpoint): readonly FormField[] {
  const { properties, required } = z.toJSONSchema(endpoint.params, { io: 'input' });
  return Object.entries(endpoint.params.shape).map(([name, schema]) => {
    const described = properties?.[name];
    return toFormField(name, schema, typeof described === 'object' ? described : {}, required?.includes(name) ?? false);
  });
}

function toFormField(name: string, schema: z.ZodType, described: ParamJsonSchema, required: boolean): FormField {
  const { title = name, help, examples, serviceDefault } = described;
  const choices = described.enum?.map(String);
  return {
    name,
    title,
    kind: choices === undefined ? getParamEncoding(schema) : 'choice',
    required,
    ...(help === undefined ? {} : { help }),
    ...(choices === undefined ? {} : { choices }),
    ...(examples === undefined ? {} : { examples }),
    ...(serviceDefault === undefined ? {} : { serviceDefault }),
    check: (text) => describeFieldFault(title, schema, text, required),
    toValue: (text) => decodeTypedValue(schema, text),
  };
}

function describeFieldFault(title: string, schema: z.ZodType, text: string, required: boolean): string | undefined {
  if (text.trim() === '') {
    return required ? `${title} is required` : undefined;
  }
  const parsed = schema.safeParse(decodeTypedValue(schema, text));
  if (parsed.success) {
    return undefined;
  }
  const issue = parsed.error.issues.at(-1);
  return issue === undefined ? `${title} is invalid` : describeIssue(title, schema, issue, issue.path);
}

function decodeTypedValue(schema: z.ZodType, text: string): unknown {
  const trimmed = text.trim();
  return trimmed === '' ? undefined : decodeParamText(schema, trimmed);
}

/** The text that the user would type for a value; empty without a value. */
export function formatTypedValue(value: unknown): string {
  if (value === undefined || value === null) {
    return '';
  }
  if (typeof value === 'string') {
    return value;
  }
  return Array.isArray(value) ? value.map(formatTypedValue).join(', ') : JSON.stringify(value);
}
