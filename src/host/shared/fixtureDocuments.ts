import * as vscode from 'vscode';
import { bodyEnding, firstSidecarEnding, sidecarEnding } from '../../app/fixtures/naming.ts';
import { readSidecar } from '../../app/fixtures/readSidecar.ts';
import type { Sidecar } from '../../app/fixtures/sidecar.ts';

/** Far more than any sidecar has; a file of the workspace may be anything. */
const maxSidecarBytes = 1_000_000;

/** A sidecar and where it is. */
export interface FoundSidecar {
  readonly sidecar: Sidecar;
  readonly sidecarUri: vscode.Uri;
}

/** What a file's sidecar says: its own where it is one, else that of the fixture it is a body of; undefined for any other file. */
export async function fixtureSidecar(uri: vscode.Uri): Promise<Sidecar | undefined> {
  return (await findSidecar(uri))?.sidecar;
}

/** The same, with where the sidecar is. */
export async function findSidecar(uri: vscode.Uri): Promise<FoundSidecar | undefined> {
  if (!uri.path.endsWith(bodyEnding)) {
    return undefined;
  }
  if (uri.path.endsWith(sidecarEnding) || uri.path.endsWith(firstSidecarEnding)) {
    const sidecar = await readSmallSidecar(uri);
    return sidecar === undefined ? undefined : { sidecar, sidecarUri: uri };
  }
  const stem = uri.path.slice(0, -bodyEnding.length);
  const parent = uri.path.slice(0, uri.path.lastIndexOf('/'));
  for (const path of [stem + sidecarEnding, stem + firstSidecarEnding, parent + sidecarEnding]) {
    const sidecarUri = uri.with({ path });
    const sidecar = await readSmallSidecar(sidecarUri);
    const folder = path.slice(0, path.lastIndexOf('/'));
    if (sidecar !== undefined && sidecar.answers.some(({ file }) => `${folder}/${file}` === uri.path)) {
      return { sidecar, sidecarUri };
    }
  }
  return undefined;
}

/** undefined for what is no file, too large or no sidecar; most files have none, which is no fault. */
async function readSmallSidecar(uri: vscode.Uri): Promise<Sidecar | undefined> {
  let text: string;
  try {
    const { type, size } = await vscode.workspace.fs.stat(uri);
    if ((type & vscode.FileType.File) === 0 || size > maxSidecarBytes) {
      return undefined;
    }
    text = new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  } catch (error) {
    if (error instanceof vscode.FileSystemError) {
      return undefined;
    }
    throw error;
  }
  try {
    return readSidecar(text);
  } catch {
    return undefined; // half typed, or no sidecar: the Fixtures view says what is wrong with it
  }
}
