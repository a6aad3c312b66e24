import { installTestExtension } from '../../support/vscode/installTestExtension.ts';

/** A picture of one pixel. */
export const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Where the pictures of the test's posts are, as the posts say it: a name that is nobody's. */
export const pictureOrigin = 'https://pictures.example';

/**
 * Puts an extension beside the one under test that leads what their common host asks of the pictures' name to an address of the
 * test: whatever is asked there would have left this machine.
 */
export async function installPictureHost(extensions: string, address: string): Promise<void> {
  const main = `import http from 'node:http';
import https from 'node:https';
const origin = ${JSON.stringify(`${pictureOrigin}/`)};
export function activate() {
  const { request } = https;
  https.request = (url, { lookup, ...options }, ...rest) =>
    typeof url === 'string' && url.startsWith(origin)
      ? http.request(url.replace(origin, ${JSON.stringify(`${address}/`)}), options, ...rest)
      : request(url, { lookup, ...options }, ...rest);
}
`;
  await installTestExtension(extensions, { name: 'pictures', main });
}
