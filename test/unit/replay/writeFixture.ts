import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type DraftAnswer, toFixtureFiles } from '../../../src/app/fixtures/fixtureDraft.ts';
import type { PlayableAnswer } from '../../../src/app/fixtures/replay/replayIndex.ts';
import { printSidecar } from '../../../src/app/fixtures/sidecar.ts';

/** What a test says of an answer; the rest is made up. */
export type WrittenAnswer = Pick<PlayableAnswer, 'request'> & {
  readonly body: string | Uint8Array;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Writes the files of a fixture. @param name its path below the folder */
export async function writeFixture(folder: string, name: string, ...answers: readonly WrittenAnswer[]): Promise<void> {
  const { sidecar, bodies } = toFixtureFiles(
    {
      ...{ kind: answers.length === 1 ? 'answer' : 'pages', source: 'service', redactions: [] },
      ...{ savedOn: '2026-01-01', extension: '0.1.0', answers: answers.map(toDraft) },
    },
    basename(name),
  );
  const parent = dirname(join(folder, name));
  for (const { file, bytes } of bodies) {
    await mkdir(dirname(join(parent, file)), { recursive: true });
    await writeFile(join(parent, file), bytes);
  }
  await writeFile(join(folder, `${name}.meta.json`), printSidecar(sidecar));
}

function toDraft({ request, body, status = 200, headers = { 'content-type': 'application/json' } }: WrittenAnswer): DraftAnswer {
  return {
    request: { service: request.endpoint.startsWith('gateway.') ? 'gateway' : 'primary', method: 'GET', ...request },
    response: { status, headers },
    body: Buffer.from(body),
    items: null,
    nextCursorSha256: null,
  };
}
