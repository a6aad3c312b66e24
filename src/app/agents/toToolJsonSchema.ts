import * as z from 'zod';
import type { AgentTool } from './agentTool.ts';

export function toToolJsonSchema({ input }: Pick<AgentTool, 'input'>): Readonly<Record<string, unknown>> {
  const schema = z.toJSONSchema(input, {
    target: 'draft-7',
    // what a person reads in a form says nothing to a model that the description does not
    override: ({ jsonSchema }) => {
      const help: unknown = jsonSchema['help'];
      delete jsonSchema['help'];
      delete jsonSchema['propertyNames'];
      delete jsonSchema.title;
      if (typeof help === 'string') {
        jsonSchema.description = help;
      }
      const others = jsonSchema.additionalProperties;
      if (typeof others === 'object' && Object.keys(others).length === 0) {
        jsonSchema.additionalProperties = true; // `{}` says the same, and some clients warn of it
      }
    },
  });
  return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== '$schema'));
}
