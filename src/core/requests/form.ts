import * as z from 'zod';
import type { Endpoint } from '../../client/endpoint.ts';
import { describeIssue } from '../../client/checkParams.ts';
import { decodeParamText, type ParamEncoding, getParamEncoding } from '../../client/wire.ts';

export type FieldTexts = Readonly<Record<string, string>>;

/** How a field is asked for: as it travels, but that one of a few words is a choice. */
export type FieldKind = ParamEncoding | 'choice';

export interface FormField {
  readonly name: string;
  readonly title: string;
  readonly help?: string;
  readonly kind: FieldKind;
  readonly required: boolean;
  /** The words of a `choice`. */
  readonly choices?: readonly string[];
  readonly examples?: readonly unknown[];
  /** Texts that may be chosen; any other may be typed. */
  readonly suggestions?: readonly string[];
  /** What the service assumes when the field is empty. */
  readonly serviceDefault?: string | number | boolean;
  /** @returns a sentence about what is wrong, or undefined when it fits; an empty text fits an optional field */
  readonly check: (text: string) => string | undefined;
  /** The value of a text that `check` has nothing against; undefined for an empty one. */
  readonly toValue: (text: string) => unknown;
}

interface ParamJsonSchema {
  readonly title?: string;
  readonly help?: string;
  readonly examples?: readonly unknown[];
  readonly serviceDefault?: string | number | boolean;
  readonly enum?: readonly unknown[];
}

/** The fields of a row, in its order, each checked by itself; what several must agree on is checkParams' to say. */
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
    return required ? `${title} is needed` : undefined;
  }
  const parsed = schema.safeParse(decodeTypedValue(schema, text));
  if (parsed.success) {
    return undefined;
  }
  const issue = parsed.error.issues.at(-1);
  return issue === undefined ? `${title} does not fit` : describeIssue(title, schema, issue, issue.path);
}

/** Blanks around a value are typing, not meaning. */
function decodeTypedValue(schema: z.ZodType, text: string): unknown {
  const trimmed = text.trim();
  return trimmed === '' ? undefined : decodeParamText(schema, trimmed);
}

/** A value as a person would type it into a field; empty for none. */
export function formatTypedValue(value: unknown): string {
  if (value === undefined || value === null) {
    return '';
  }
  if (typeof value === 'string') {
    return value;
  }
  return Array.isArray(value) ? value.map(formatTypedValue).join(', ') : JSON.stringify(value);
}
