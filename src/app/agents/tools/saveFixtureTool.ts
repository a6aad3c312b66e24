import * as z from 'zod';
import { checkFixtureName } from '../../fixtures/naming.ts';
import { AgentFault, createInputFault } from '../agentFault.ts';
import type { FixtureSaveResult } from '../agentServices.ts';
import { createToolWithoutCalls, type ToolResult } from '../agentTool.ts';
import { formatUntrustedLine } from '../untrusted.ts';

const maxPathCharacters = 400;

/** Saves a kept answer into the workspace, as a person does with *Save as Fixture…*. */
export const saveFixtureTool = createToolWithoutCalls(
  {
    name: 'save_fixture',
    title: 'Save Fixture',
    description:
      'Saves a kept answer as a fixture for tests: a JSON file and one that says what was asked. Never replaces what others saved. Free; asks no service.',
    writes: true,
    input: z.strictObject({
      answer: z.string().min(1).max(64).meta({ title: 'answer', help: 'The id of an answer.' }),
      name: z
        .string()
        .min(1)
        .max(120)
        .optional()
        .meta({ title: 'name', help: 'A file name without an ending; left out: made of what was asked.' }),
      safe: z
        .boolean()
        .optional()
        .meta({ title: 'safe', help: 'true: with made-up people in the place of real ones, as tests should have it.' }),
    }),
    example: { answer: '0mf8x2k1q-0000-abcdefgh', safe: true },
  },
  async ({ kept, saveFixture, consents }, { answer, name, safe = false }, stop) => {
    const exchange = kept.exchange(answer);
    if (exchange === undefined) {
      throw createInputFault('No answer with this id is kept.', 'the id of an answer that read_kept {} lists.');
    }
    if (name !== undefined && checkFixtureName(name) !== undefined) {
      throw createInputFault(
        'This cannot be the name of a file everywhere: letters, digits, - and _ can, at most 80.',
        JSON.stringify({ answer, name: 'ada-profile', ...(safe ? { safe } : {}) }),
      );
    }
    if (saveFixture === undefined) {
      throw new AgentFault('off', 'Fixtures cannot be saved here: no folder was given for them. Nothing was saved.', {
        fixableBy: 'person',
      });
    }
    const stopped = AbortSignal.any([stop, consents.stopped]);
    return toToolResultOrThrow(await saveFixture({ exchange, name, isSafe: safe }, stopped), answer);
  },
);

const sentenceBySaveChange: Readonly<Record<Extract<FixtureSaveResult, { readonly kind: 'saved' }>['change'], string>> = {
  new: 'Saved. The file of the body stands below, from the folder of the workspace or of the fixtures.',
  replaced: 'Saved in the place of what an agent saved before. The file of the body stands below.',
  none: 'This answer is saved already, in the file below. Nothing was written.',
};

function toToolResultOrThrow(save: FixtureSaveResult, answer: string): ToolResult {
  switch (save.kind) {
    case 'saved':
      // what was asked names the file: it may be words of people
      return {
        source: 'here',
        notes: [sentenceBySaveChange[save.change]],
        untrusted: [formatUntrustedLine(save.path, maxPathCharacters)],
      };
    case 'failed':
      throw new AgentFault('storage', 'The fixture could not be written. Nothing was half-written. Ask the person.', {
        fixableBy: 'person',
        said: save.said,
      });
    case 'refused':
      throw createSaveRefusalFault(save.reason, answer);
  }
}

function createSaveRefusalFault(
  reason: Extract<FixtureSaveResult, { readonly kind: 'refused' }>['reason'],
  answer: string,
): AgentFault {
  const person = { fixableBy: 'person' } as const;
  switch (reason) {
    case 'taken':
      return createInputFault(
        'This name belongs to another file, or to a fixture that no agent saved. Nothing was replaced.',
        `another name, such as ${JSON.stringify({ answer, name: 'newer-answer' })}.`,
      );
    case 'left':
      return new AgentFault(
        'consent',
        'The person did not say where it goes. Nothing was saved. Do not ask again by yourself.',
        person,
      );
    case 'noFolder':
      return new AgentFault('off', 'No folder is open to save into. Nothing was saved. Ask the person to open one.', person);
    case 'key':
      return new AgentFault('off', 'A key of this machine stands in the answer. Nothing was saved. Choose another answer.', {
        fixableBy: 'agent',
      });
    case 'unsafe':
      return new AgentFault(
        'off',
        'It cannot be made safe: it is no JSON, or people would still be found in it. Nothing was saved. The person was shown why.',
        person,
      );
    case 'stopped':
      return new AgentFault('stopped', 'The person stopped agents. Nothing was saved.', person);
  }
}
