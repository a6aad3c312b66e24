import * as vscode from 'vscode';
import { bodyEnding, sidecarEnding } from '../../app/fixtures/naming.ts';
import { parseSidecar } from '../../app/fixtures/parseSidecar.ts';
import { tryReadFixture } from '../../app/fixtures/readFixture.ts';
import { toFixtureExchanges } from '../../app/fixtures/toFixtureExchanges.ts';
import type { Sidecar } from '../../app/fixtures/sidecar.ts';
import type { Exchange } from '../../client/exchange.ts';
import { parseFixtureAnswerId, toFixtureAnswerId } from './fixtureAnswerIds.ts';
import { toWorkspaceFile } from './workspaceFolder.ts';

/** Far more than any sidecar has; a file of the workspace may be anything. */
const maxSidecarBytes = 1_000_000;

export interface FoundSidecar {
  readonly sidecar: Sidecar;
  readonly sidecarUri: vscode.Uri;
}

/** What a file's sidecar says: its own where it is one, else that of the fixture it is a body of; undefined for any other file. */
export async function readSidecarForFile(uri: vscode.Uri): Promise<Sidecar | undefined> {
  return (await findSidecarForFile(uri))?.sidecar;
}

export async function findSidecarForFile(uri: vscode.Uri): Promise<FoundSidecar | undefined> {
  for (const sidecarUri of listSidecarCandidates(uri)) {
    const sidecar = await readSmallSidecar(sidecarUri);
    const { path } = sidecarUri;
    const folder = path.slice(0, path.lastIndexOf('/'));
    const belongs = path === uri.path || sidecar?.answers.some(({ file }) => `${folder}/${file}` === uri.path) === true;
    if (sidecar !== undefined && belongs) {
      return { sidecar, sidecarUri };
    }
  }
  return undefined;
}

/** Where the sidecar of a file would be: it is one, or the body of a fixture. None for what is no JSON. */
export function listSidecarCandidates(uri: vscode.Uri): readonly vscode.Uri[] {
  const { path } = uri;
  if (path.endsWith(sidecarEnding)) {
    return [uri];
  }
  if (!path.endsWith(bodyEnding)) {
    return [];
  }
  const stem = path.slice(0, -bodyEnding.length);
  const parent = path.slice(0, path.lastIndexOf('/'));
  return [stem + sidecarEnding, parent + sidecarEnding].map((one) => uri.with({ path: one }));
}

/** undefined for what is no file (a link is none), too large or no sidecar; most files have none, which is no fault. */
async function readSmallSidecar(uri: vscode.Uri): Promise<Sidecar | undefined> {
  let text: string;
  try {
    const { type, size } = await vscode.workspace.fs.stat(uri);
    if (type !== vscode.FileType.File || size > maxSidecarBytes) {
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
    return parseSidecar(text);
  } catch {
    return undefined; // half typed, or no sidecar: the Fixtures view says what is wrong with it
  }
}

/** The answers of a fixture as they are now, in their order; none where it cannot be read. Makes no call. */
export async function readFixtureAnswers(sidecarUri: vscode.Uri): Promise<readonly Exchange[]> {
  const { folder, file } = toWorkspaceFile(sidecarUri);
  const fixture = await tryReadFixture(folder, file);
  return fixture === undefined ? [] : toFixtureExchanges(fixture, (at) => toFixtureAnswerId(sidecarUri, at));
}

/** Undefined for any other id, and where it is gone, or in no open folder. */
export async function readFixtureAnswerById(id: string): Promise<Exchange | undefined> {
  const parsed = parseFixtureAnswerId(id);
  return parsed === undefined || vscode.workspace.getWorkspaceFolder(parsed.sidecarUri) === undefined
    ? undefined
    : (await readFixtureAnswers(parsed.sidecarUri))[parsed.at];
}
