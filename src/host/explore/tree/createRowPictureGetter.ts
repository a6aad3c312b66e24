import type { PictureCache } from '../../shared/services.ts';
import { readUserOnlySetting } from '../../shared/settings.ts';
import type { TreeNode } from '../../shared/tree/treeNode.ts';
import type { TreeContext } from './pagedNode.ts';

/** Pictures larger than this are no avatars: a row would carry them with every drawing. */
const maxPictureDataLength = 200_000;

/** How many pictures are held; the ones that were fetched first go. */
const maxHeldPictures = 2_000;

/** How long rows wait for one drawing, in milliseconds: their pictures come one by one. */
const redrawDelayMs = 100;

/** How long a picture that could not be had is left alone, in milliseconds: nobody scrolls the service down. */
const failedPictureRetryDelayMs = 60_000;

interface RowPicture {
  readonly picture: string | undefined;
  /** Drawing a row asks for it again from then on, milliseconds since 1970. */
  readonly againAt: number;
}

/**
 * The pictures of rows, fetched by the extension host without key or cookies. Other addresses than the sandbox's own are asked
 * only where the person wants pictures always: a tree has no place to ask in.
 */
export function createRowPictureGetter(
  pictures: PictureCache,
  changed: (nodes: readonly TreeNode[]) => void,
  now: () => number = Date.now,
): TreeContext['picture'] {
  const found = new Map<string, RowPicture>();
  let waiting = new Set<TreeNode>();
  const draw = () => {
    const rows = [...waiting];
    waiting = new Set();
    changed(rows);
  };
  const load = async (address: string, row: TreeNode): Promise<void> => {
    const oldest = found.size < maxHeldPictures ? undefined : found.keys().next().value;
    if (oldest !== undefined) {
      found.delete(oldest);
    }
    found.set(address, { picture: undefined, againAt: Infinity }); // drawing the row meanwhile asks no second time
    const picture = await pictures.get(address);
    if (picture === undefined) {
      found.set(address, { picture, againAt: now() + failedPictureRetryDelayMs });
      return;
    }
    if (picture.length > maxPictureDataLength) {
      return;
    }
    found.set(address, { picture, againAt: Infinity });
    if (waiting.size === 0) {
      setTimeout(draw, redrawDelayMs);
    }
    waiting.add(row);
  };
  return (address, row) => {
    const leave = readUserOnlySetting('media.load');
    if (leave === 'never' || !(leave === 'always' || pictures.isSandboxPicture(address))) {
      return undefined;
    }
    const known = found.get(address);
    if (known === undefined || known.againAt <= now()) {
      void load(address, row);
    }
    return known?.picture;
  };
}
