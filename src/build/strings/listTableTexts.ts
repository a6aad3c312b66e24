import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { listFormFields } from '../../app/requests/form.ts';
import { listInputFields } from '../../app/requests/userField.ts';
import { languageNamesByCode } from '../../app/search/completeQuery.ts';
import { getTableColumns } from '../../app/table/recordTable.ts';
import { endpoints } from '../../client/endpoints/table.ts';
import { recordKinds } from '../../client/records/recordKind.ts';
import { filterGroups, filterDefinitions } from '../../client/search/filters.ts';
import { valueFormats } from '../../client/search/valueFormats.ts';
import { textOrFilterFaultMessages } from '../../client/search/describeSearchFault.ts';
import { operators } from '../../client/search/operators.ts';
import { findLiteralsInArgumentsAndKeys } from './translations.ts';

/** Functions and properties that take a text, in code that knows no translations: the places of their texts, or the name. */
const literalTextSources: readonly {
  readonly files: string;
  readonly args: Readonly<Record<string, readonly number[]>>;
  readonly keys: readonly string[];
}[] = [
  {
    files: 'src/client/search/*.ts',
    args: { createMessageTemplate: [0], createReplaceFix: [0] },
    keys: ['message', 'string', 'string[]', 'number', 'boolean'],
  },
  {
    files: 'src/app/table/plots/*.ts',
    args: {
      createOverTimeCandidate: [2, 3],
      createMagnitudeCandidate: [2, 4],
      createTopValuesCandidate: [2, 4],
      createTopRowsCandidate: [2, 5],
    },
    keys: ['title', 'unit'],
  },
];

/** What `translateTableText` translates: the texts of tables and of code that knows no translations. */
export function listTableTexts(root: string): readonly string[] {
  const written = literalTextSources.flatMap(({ files, args, keys }) =>
    globSync(files, { cwd: root }).flatMap((file) =>
      findLiteralsInArgumentsAndKeys(file, readFileSync(path.join(root, file), 'utf8'), args, keys),
    ),
  );
  return [
    ...written,
    ...endpoints.flatMap(({ title, summary, guesses }) => [title, summary, ...guesses]),
    ...[...endpoints.flatMap(listFormFields), ...endpoints.flatMap(listInputFields)].flatMap(({ title, help, choices }) => [
      title,
      help ?? '',
      ...(choices ?? []),
    ]),
    ...recordKinds.flatMap((kind) => getTableColumns(kind, []).map(({ title }) => title)),
    ...filterGroups,
    ...filterDefinitions.flatMap(({ title, help }) => [title, help]),
    ...operators.map(({ description }) => description),
    ...Object.values(textOrFilterFaultMessages).flatMap((message) => [message, `{0}: ${message}`]),
    ...Object.values(languageNamesByCode),
    'Example',
    ...Object.values(valueFormats).flatMap(({ says }) => [
      `{0} takes ${says}, not "{1}".`,
      `"{0}:" takes ${says}; "{1}" may find nothing.`,
    ]),
  ].filter((text) => /\p{L}/u.test(text));
}
