import { typedText, formOf } from '../../app/requests/form.ts';
import { checkParams } from '../../client/checkParams.ts';
import type { Endpoint } from '../../client/endpoint.ts';
import { search } from '../../client/endpoints/primary/search.ts';
import { composeQuery } from '../../client/search/composeQuery.ts';
import { readFilters } from '../../client/search/readFilters.ts';
import type { ResultField } from '../../protocol/resultsContract.ts';
import type { Texts } from '../../app/search/namesIn.ts';
import type { Params } from '../../app/session/pagedQuestion.ts';

/** What a question's texts say: parameters ready for a call, or what is wrong with them. */
export interface CheckedQuestion {
  readonly params: Params;
  readonly faults: readonly { readonly field: string; readonly message: string }[];
}

/** A form does not ask for all parameters: the pages see to the cursor, the builder of a search to its filters. */
function isAsked(endpoint: Endpoint, name: string): boolean {
  return name !== 'cursor' && !(endpoint.id === search.id && name === 'filters');
}

/** The fields of a question, from the catalogue. */
export function questionFields(endpoint: Endpoint): readonly ResultField[] {
  return formOf(endpoint)
    .filter(({ name }) => isAsked(endpoint, name))
    .map((field) => ({
      name: field.name,
      title: field.title,
      help: field.help ?? '',
      kind: field.kind,
      required: field.required,
      choices: [...(field.choices ?? [])],
      example: typedText(field.examples?.[0]),
      serviceDefault: typedText(field.serviceDefault),
      isName: field.isName,
    }));
}

/** Reads what was typed, each field by itself and then all together. Nothing is sent. */
export function readQuestion(endpoint: Endpoint, texts: Texts): CheckedQuestion {
  const fields = formOf(endpoint).filter(({ name }) => isAsked(endpoint, name));
  const faults = fields.flatMap((field) => {
    const fault = field.check(texts[field.name] ?? '');
    return fault === undefined ? [] : [{ field: field.name, message: fault }];
  });
  const params = Object.fromEntries(
    fields.flatMap((field) => {
      const value = faults.some((fault) => fault.field === field.name) ? undefined : field.toValue(texts[field.name] ?? '');
      return value === undefined ? [] : [[field.name, value] as const];
    }),
  );
  const together = faults.length > 0 ? [] : checkParams(endpoint, params);
  return { params, faults: [...faults, ...together.map(({ param, message }) => ({ field: param, message }))] };
}

/** The texts of a form for parameters that were called with; filters become a part of the query. */
export function fieldTexts(endpoint: Endpoint, params: Params): Texts {
  const texts = Object.fromEntries(
    Object.entries(params)
      .filter(([name]) => isAsked(endpoint, name))
      .map(([name, value]) => [name, typedText(value)] as const),
  );
  return endpoint.id === search.id && params['filters'] !== undefined
    ? { ...texts, searchItem: composeQuery(typedText(params['searchItem']), readFilters(params['filters']).filters) }
    : texts;
}
