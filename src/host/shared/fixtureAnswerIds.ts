import * as vscode from 'vscode';
import { sidecarEnding } from '../../app/fixtures/naming.ts';
import { sanitizeForVsCode } from '../../text/sanitizeForVsCode.ts';

/** The id of an answer of a fixture: its place among the answers, from 0, and the address of the sidecar. */
const fixtureAnswerIdPattern = /^fixture:(\d{1,4}):(.+)$/su;

export function toFixtureAnswerId(sidecarUri: vscode.Uri, at: number): string {
  return `fixture:${at}:${sidecarUri.toString()}`;
}

/** Undefined for the id of any other answer. */
export function parseFixtureAnswerId(id: string): { readonly sidecarUri: vscode.Uri; readonly at: number } | undefined {
  const [, at, address] = fixtureAnswerIdPattern.exec(id) ?? [];
  return address === undefined ? undefined : { sidecarUri: vscode.Uri.parse(address), at: Number(at) };
}

/** "fixtures/search/coffee": a fixture as people know it, below the open folder. */
export function formatFixturePath(sidecarUri: vscode.Uri): string {
  const path = vscode.workspace.asRelativePath(sidecarUri);
  return sanitizeForVsCode(path.endsWith(sidecarEnding) ? path.slice(0, -sidecarEnding.length) : path);
}
