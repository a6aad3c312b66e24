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
  /** Chosen by the agent; generated if undefined. */
  readonly name: string | undefined;
  /** The text of sidecars that agents saved, by path. Only these may be replaced. The new one is added. */
  readonly own: Map<string, string>;
}

/**
 * Doesn't replace fixtures that the user saved or edited.
 * @returns undefined if the name is taken
 * @throws the same errors as saveFixture
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
    if (error instanceof FixtureFolderError && error.reason === 'taken') {
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
