import { DatasetError } from './datasetError.ts';
import { type Dataset, datasetSchema } from './datasetSchema.ts';

/**
 * Reads the text of a dataset (see datasetSchema for its form). Whether what it refers to is there is checked
 * when a world is made with it.
 * @throws DatasetError for what is no JSON, off the schema, or there twice
 */
export function readDataset(text: string): Dataset {
  const read = datasetSchema.safeParse(parsed(text));
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new DatasetError(placeOf(issue?.path ?? []), issue?.message ?? 'does not fit');
  }
  for (const kind of ['users', 'tweets', 'lists', 'communities'] as const) {
    refuseTwice(
      kind,
      'id',
      (read.data[kind] ?? []).map((entry) => entry.id),
    );
  }
  refuseTwice(
    'users',
    'username',
    (read.data.users ?? []).map((entry) => entry.username.toLowerCase()),
  );
  return read.data;
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
    return value;
  } catch (error) {
    throw new DatasetError('', `is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function refuseTwice(kind: string, field: string, values: readonly string[]): void {
  const first = new Map<string, number>();
  values.forEach((value, index) => {
    const earlier = first.get(value);
    if (earlier !== undefined) {
      throw new DatasetError(`${kind}[${index}].${field}`, `${JSON.stringify(value)} is also that of ${kind}[${earlier}]`);
    }
    first.set(value, index);
  });
}

/** "tweets[3].counts.likes" */
function placeOf(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');
}
