import type { Sandbox } from './server.ts';

/** What the worker says. */
export type FromSandboxWorker =
  | ({ readonly kind: 'started' } & Omit<Sandbox, 'close'>)
  /** It could not start; the thread ends. */
  | { readonly kind: 'failed'; readonly message: string; readonly code: string | undefined }
  /** A defect in an answer, whose caller got a 500; it goes on. */
  | { readonly kind: 'fault'; readonly message: string };

/** What it is told. */
export type ToSandboxWorker = { readonly kind: 'close' };
