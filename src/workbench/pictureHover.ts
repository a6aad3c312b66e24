import type * as vscode from 'vscode';
import { isPlatformMedia } from './page/createWebviewHtml.ts';
import { readUserOnlySetting } from './settings.ts';

/**
 * Returns the address to load an image from outside pages; undefined if it must not be loaded, or if it could end a Markdown image.
 * @param drawPicture see `Services.sandboxPictures`
 */
export function toLoadablePicture(
  address: string | undefined,
  drawPicture: (address: string) => string | undefined,
): string | undefined {
  const setting = readUserOnlySetting('media.load');
  if (address === undefined || setting === 'never') {
    return undefined;
  }
  const platform = setting === 'always' && isPlatformMedia(address) && /^[\w:/.%?=&-]+$/.test(address) ? address : undefined;
  return drawPicture(address) ?? platform;
}

export function appendPicture(hover: vscode.MarkdownString, picture: string | undefined): vscode.MarkdownString {
  return picture === undefined ? hover : hover.appendMarkdown(`![](${picture}|width=48,height=48)\n\n`);
}
