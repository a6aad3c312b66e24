import * as vscode from 'vscode';
import { type Sidecar, sidecarSchema } from '../../app/fixtures/format.ts';
import { bodyEnding, sidecarEnding } from '../../app/fixtures/naming.ts';

/** Far more than any sidecar has; a file of the workspace may be anything. */
const maxSidecarBytes = 1_000_000;

/** What a file's sidecar says: its own where it is one, else that of the fixture it is the body of; undefined for any other file. */
export async function fixtureSidecar(uri: vscode.Uri): Promise<Sidecar | undefined> {
  if (!uri.path.endsWith(bodyEnding)) {
    return undefined;
  }
  const sidecarUri = uri.path.endsWith(sidecarEnding)
    ? uri
    : uri.with({ path: `${uri.path.slice(0, -bodyEnding.length)}${sidecarEnding}` });
  const text = await readSmall(sidecarUri);
  const sidecar = text === undefined ? undefined : sidecarSchema.safeParse(parseOrNothing(text)).data;
  const isBody = sidecar !== undefined && uri.path.endsWith(`/${sidecar.body.file}`);
  return isBody || uri === sidecarUri ? sidecar : undefined;
}

/** undefined for what is no file, or too large; most files have no sidecar, which is no fault. */
async function readSmall(uri: vscode.Uri): Promise<string | undefined> {
  try {
    const { type, size } = await vscode.workspace.fs.stat(uri);
    const isFit = (type & vscode.FileType.File) !== 0 && size <= maxSidecarBytes;
    return isFit ? new TextDecoder().decode(await vscode.workspace.fs.readFile(uri)) : undefined;
  } catch (error) {
    if (error instanceof vscode.FileSystemError) {
      return undefined;
    }
    throw error;
  }
}

function parseOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // half typed, or no sidecar: the Fixtures view says what is wrong with it
  }
}
