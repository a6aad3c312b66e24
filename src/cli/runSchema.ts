import * as z from 'zod';
import { endpoints } from '../client/endpoints/table.ts';
import { toEndpointExportName } from '../core/requests/snippets.ts';
import { formatUsage, helpOption, readOptions, runWithUsage, UsageError } from '../sandbox/readOptions.ts';

const endpointsByName = new Map(endpoints.map((endpoint) => [toEndpointExportName(endpoint.id), endpoint]));

const usage = formatUsage(
  'Usage: social-data schema ENDPOINT',
  "Prints the JSON Schema of an endpoint's simple response, to generate types from. Unknown fields are allowed.",
  helpOption,
  `Endpoints:\n${Array.from(endpointsByName.keys(), (name) => `  ${name}`).join('\n')}`,
);

export async function runSchema(args: readonly string[]): Promise<void> {
  await runWithUsage(usage, () => {
    const [name, ...more] = readOptions(args, helpOption, { allowPositionals: true }).positionals;
    if (name === undefined || more.length > 0) throw new UsageError('Specify one endpoint.');
    const endpoint = endpointsByName.get(name);
    if (endpoint === undefined) throw new UsageError(`Unknown endpoint: ${name}.`);
    process.stdout.write(`${JSON.stringify(toResponseJsonSchema(endpoint.result), undefined, 2)}\n`);
  });
}

function toResponseJsonSchema(result: z.ZodType) {
  return z.toJSONSchema(result, {
    override: ({ jsonSchema }) => {
      const { guess } = jsonSchema;
      delete jsonSchema['guess'];
      if (typeof guess === 'string') jsonSchema.description = guess;
      // limits of JavaScript's numbers, which generated types would check
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
}
