import type { SaveAgentFixture } from '../app/agents/agentServices.ts';
import { findFilesWithKeys } from '../app/fixtures/findFilesWithKeys.ts';
import { createFixtureDraft } from '../app/fixtures/fixtureDraft.ts';
import { formatFileFault } from '../app/fixtures/formatFileFault.ts';
import { toSafeExchange } from '../app/fixtures/safe/toSafeExchange.ts';
import { createPseudonyms } from '../app/fixtures/safe/pseudonyms.ts';
import { classifyFinishedSave, saveAgentDraft } from '../app/agents/saveAgentDraft.ts';
import { openNodeFixtureFolder } from './nodeFixtureFolder.ts';
import { packageVersion } from './packageVersion.ts';

interface FixtureSaverOptions {
  /** The folder of the fixtures; it is made where it is missing. */
  readonly folder: string;
  /** All keys that this process knows: no fixture may hold one. */
  readonly keys: readonly string[];
  /** What pseudonyms are made from (see createPseudonyms). */
  readonly secret: () => Promise<Uint8Array>;
}

/** Makes what saves answers that agents want as fixtures, one after the other. Makes no call. */
export function createFixtureSaver({ folder: root, keys, secret }: FixtureSaverOptions): SaveAgentFixture {
  const own = new Map<string, string>();
  let last: Promise<unknown> = Promise.resolve();

  const save: SaveAgentFixture = async ({ exchange, name, isSafe }, stop) => {
    const safe = isSafe ? toSafeExchange(exchange, createPseudonyms(await secret())) : exchange;
    if ('reason' in safe) {
      return { kind: 'refused', reason: 'unsafe' };
    }
    const draft = createFixtureDraft([safe], {
      kind: 'answer',
      savedOn: new Date().toISOString().slice(0, 'YYYY-MM-DD'.length),
      extension: packageVersion,
      ...(isSafe ? { redactions: ['people'] } : {}),
    });
    const files = draft.answers.map(({ body, ...said }) => ({ name: JSON.stringify(said), bytes: body }));
    if (exchange.repeatsKey === true || findFilesWithKeys(keys, files).length > 0) {
      return { kind: 'refused', reason: 'key' };
    }
    if (stop.aborted) {
      return { kind: 'refused', reason: 'stopped' };
    }
    const folder = openNodeFixtureFolder(root);
    const saved = await saveAgentDraft(folder, draft, { root: '', name, own });
    return saved === undefined
      ? { kind: 'refused', reason: 'taken' }
      : { kind: 'saved', path: saved.bodyFiles[0] ?? saved.sidecarFile, change: classifyFinishedSave(saved) };
  };

  return async (wish, stop) => {
    const mine = last.then(async () => await save(wish, stop));
    last = mine.catch(() => undefined);
    try {
      return await mine;
    } catch (error) {
      return { kind: 'failed', said: formatFileFault(error) };
    }
  };
}
