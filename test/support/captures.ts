import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/**
 * Where real upstream bodies lie on machines that have them: beside the repository, or where an environment variable says.
 * They show real people's posts, so nothing of them is committed.
 */
export const capturesFolder =
  process.env['SOCIAL_DATA_CAPTURES'] ?? resolve(projectRoot(import.meta.dirname), '../shared/data/upstream/captures');

/** The nearest folder above that is a package: the suites run from where they are bundled to. */
function projectRoot(folder: string): string {
  return existsSync(join(folder, 'package.json')) || dirname(folder) === folder ? folder : projectRoot(dirname(folder));
}
