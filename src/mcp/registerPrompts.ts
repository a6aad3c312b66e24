import type { GetPromptResult, McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';

const maxPromptArgumentLength = 512;

/** Offers the three jobs that people come with, as prompts that they choose. */
export function registerPrompts(server: McpServer): void {
  server.registerPrompt(
    'look_up',
    {
      title: 'Look Up',
      description: 'Looks up an account, post, list, community, Space or hashtag.',
      argsSchema: z.object({
        what: z.string().min(1).max(maxPromptArgumentLength).describe('A handle with @, a link or an id.'),
      }),
    },
    ({ what }) =>
      joinLinesAsUserMessage([
        `Look this up with look_up and say what you find: ${JSON.stringify(what)}`,
        'Say where the answer came from and what it cost. Keep ids as they are.',
      ]),
  );
  server.registerPrompt(
    'search_and_read',
    {
      title: 'Search and Read',
      description: 'Searches posts for a question, and reads the conversations that answer it.',
      argsSchema: z.object({ question: z.string().min(1).max(maxPromptArgumentLength).describe('What you want to know.') }),
    },
    ({ question }) =>
      joinLinesAsUserMessage([
        `Answer this from posts: ${JSON.stringify(question)}`,
        'First look with read_kept at what is kept, and call budget. Then search, with operators where they help, and read_thread of the posts that matter.',
        'Stop when the question is answered. Cite the ids of posts, and say what it cost.',
      ]),
  );
  server.registerPrompt(
    'fixtures',
    {
      title: 'Fixtures for Tests',
      description: 'Finds or plans the fixtures that a test needs, and how the test is served from them.',
      argsSchema: z.object({ test: z.string().min(1).max(maxPromptArgumentLength).describe('What the test is about.') }),
    },
    ({ test }) =>
      joinLinesAsUserMessage([
        `A test needs answers of the services as fixtures: ${JSON.stringify(test)}`,
        'See list_fixtures for those that there are, and describe_endpoint for what the endpoints take. Ask for nothing that is saved already.',
        'Ask live tools for what is missing, and save it with save_fixture where there is such a tool; the person saves it otherwise.',
        'Write the test against `social-data replay --fixtures DIR`, which answers from fixtures, free; `social-data check DIR` checks them.',
      ]),
  );
}

function joinLinesAsUserMessage(lines: readonly string[]): GetPromptResult {
  return { messages: [{ role: 'user', content: { type: 'text', text: lines.join('\n') } }] };
}
