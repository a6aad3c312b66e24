/** A `fetch` for a client, and the bytes of each response. */
export interface RecordingFetch {
  readonly fetch: typeof globalThis.fetch;
  /** @throws Error for a response that didn't come from this `fetch` */
  readonly bytesOf: (response: Response) => Promise<Uint8Array>;
}

export function recordingFetch(): RecordingFetch {
  const copies = new WeakMap<Response, Promise<Uint8Array>>();
  return {
    fetch: async (...args) => {
      const response = await fetch(...args);
      copies.set(response, response.clone().bytes());
      return response;
    },
    bytesOf: async (response) => {
      const copy = copies.get(response);
      if (copy === undefined) throw new Error('the client gives an answer of its own');
      return await copy;
    },
  };
}
