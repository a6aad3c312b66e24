import type { FixtureSaveResult } from './agentServices.ts';
import {
  findSavedOrFreePlace,
  findPlaceForName,
  type FixtureDraft,
  type FixtureFolder,
  FixtureFolderError,
  getSidecarPath,
  type FixtureReadResult,
  isUneditedFixture,
  type SavedFixture,
  saveFixture,
  printSidecar,
} from '../fixtures/index.ts';

export interface SaveAgentDraftOptions {
  readonly root: string;
  /** The name that the agent chose; if left out, one is generated. */
  readonly name: string | undefined;
  /** The sidecars that agents saved so far, as text, by their paths: those alone may they replace. Gets what is saved now. */
  readonly own: Map<string, string>;
}

/**
 * Saves a draft because an agent wants it. Replaces nothing that a person saved, or edited since.
 * @returns undefined where something else has the name
 * @throws what saveFixture throws
 */
export async function saveAgentDraft(
  folder: FixtureFolder,
  draft: FixtureDraft,
  { root, name, own }: SaveAgentDraftOptions,
): Promise<SavedFixture | undefined> {
  const place =
    name === undefined ? await findSavedOrFreePlace(folder, root, draft) : await findPlaceForName(folder, root, draft, name);
  if (place === undefined) {
    return undefined;
  }
  try {
    const isOwn = (previous: FixtureReadResult) =>
      isUneditedFixture(previous) && own.get(getSidecarPath(place)) === printSidecar(previous.sidecar);
    const saved = await saveFixture(folder, place, draft, isOwn);
    const { sidecarFile, isUnchanged, change } = saved;
    if (!isUnchanged) {
      own.set(sidecarFile, new TextDecoder().decode(change.files.find(({ file }) => file === sidecarFile)?.after));
    }
    return saved;
  } catch (error) {
    if (error instanceof FixtureFolderError && (error.reason === 'taken' || error.reason === 'foreign')) {
      return undefined;
    }
    throw error;
  }
}

export function classifyFinishedSave({
  isUnchanged,
  change,
}: SavedFixture): Extract<FixtureSaveResult, { readonly kind: 'saved' }>['change'] {
  if (isUnchanged) {
    return 'none';
  }
  return change.files.some(({ before }) => before !== undefined) ? 'replaced' : 'new';
}
