import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { agentTools } from '../../../src/features/agents/runTool.ts';
import { projectFolders } from '../../../src/build/projectFolders.ts';
import { checkQuery } from '../../../src/client/search/checkQuery.ts';
import { getSearchFaultSeverity } from '../../../src/client/search/describeSearchFault.ts';
import { operators } from '../../../src/client/search/operators.ts';

const readText = (name: string): string => readFileSync(path.join(projectFolders.root, name), 'utf8');

interface DeclaredSkill {
  readonly path: string;
  readonly when?: string;
}

describe('the agent skill', () => {
  const manifest = JSON.parse(readText('package.json')) as {
    readonly contributes: { readonly chatSkills: readonly DeclaredSkill[]; readonly configuration: unknown };
  };
  const [{ path: place, ...rest } = { path: '' }, ...others] = manifest.contributes.chatSkills;
  const text = readText(place);
  const [, front = '', body = ''] = text.split(/^---$/m);
  const part = (title: string): string => body.split(/^## /m).find((one) => one.startsWith(title)) ?? assert.fail(title);
  const code = (of: string): readonly string[] => [...of.matchAll(/`([^`]+)`/g)].map(([, inside = '']) => inside);

  it('is declared by its path, with its folder’s name', () => {
    assert.deepEqual([others, Object.keys(rest)], [[], ['when']]);
    const [, folder = ''] = /^\.\/media\/skills\/([a-z0-9]+(?:-[a-z0-9]+)*)\/SKILL\.md$/.exec(place) ?? [];
    assert.ok(folder.length > 0 && folder.length <= 64, place);
    const fields = front.trim().split('\n');
    assert.equal(fields[0], `name: ${folder}`);
    assert.match(fields[1] ?? '', /^description: .{50,1024}$/);
    assert.equal(fields.length, 2);
  });

  it('is short: under 1,500 tokens', () => {
    assert.ok(countTokens(text) < 1_500, `${countTokens(text)} tokens`);
  });

  it('has every search operator, and only valid ones', () => {
    const shown = code(part('Search queries'));
    for (const { name, example } of operators) {
      assert.ok(shown.includes(example), name);
    }
    const queries = shown.filter((one) => /\w:/.test(one));
    assert.ok(queries.length > operators.length, 'and examples of several together');
    for (const query of queries) {
      assert.deepEqual(
        checkQuery(query).filter((fault) => getSearchFaultSeverity(fault) === 'error'),
        [],
        query,
      );
    }
  });

  it('has only existing tools and arguments', () => {
    const calls = code(body).flatMap((one) => {
      const [, name, input] = /^([a-z]+_[a-z]+|search|budget)(?: (\{.*\}))?$/.exec(one) ?? [];
      return name === undefined ? [] : [{ name, input }];
    });
    for (const { name, input } of calls) {
      const tool = agentTools.find((one) => one.name === name) ?? assert.fail(name);
      if (input !== undefined) {
        const filled: unknown = JSON.parse(input.replace(/: id\b/, ': "an id"'));
        assert.equal(tool.input.safeParse(filled).error, undefined, `${name} ${input}`);
      }
    }
    const unnamed = agentTools.filter(({ name }) => !calls.some((call) => call.name === name));
    assert.deepEqual(unnamed, []);
  });
});
