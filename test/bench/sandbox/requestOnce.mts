import { get } from 'node:http';
import { buffer } from 'node:stream/consumers';

/**
 * A request on its own connection.
 * @returns the body
 * @throws Error if the status isn't 200
 */
export async function requestOnce(port: number, path: string, headers: Readonly<Record<string, string>>): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const request = get({ host: '127.0.0.1', port, path, headers: { ...headers }, agent: false }, (response) => {
    const { statusCode } = response;
    buffer(response).then((body) => {
      if (statusCode === 200) resolve(body);
      else reject(new Error(`${path} answered ${String(statusCode)}`));
    }, reject);
  });
  request.once('error', reject);
  return promise;
}
