import { type Sandbox, startSandbox } from '../../../src/sandbox/server.ts';
import { type CountingProxy, startCountingProxy } from '../../support/countingProxy.ts';
import { removeConnection, setKey } from './connections.ts';
import { paid, setSettings } from './steps.ts';

/** The suite's sandbox, which records requests. */
export interface CountedService extends Pick<CountingProxy, 'address' | 'requests' | 'bodies' | 'forget'> {
  readonly key: string;
  /** "http://127.0.0.1:port/primary" */
  readonly behind: string;
}

/**
 * Connects the extension's Primary API to a sandbox, as to a paid service, for the calling suite. Members are available from
 * the suite's first `before` on.
 * @param hasKey whether the extension has the key during the suite
 */
export function useCountedService({ hasKey }: { readonly hasKey: boolean }): CountedService {
  let started: { readonly sandbox: Sandbox; readonly proxy: CountingProxy } | undefined;
  let restoreSettings: (() => Promise<void>) | undefined;
  const parts = () => {
    if (started === undefined) {
      throw new Error('The service starts before the first test, not earlier.');
    }
    return started;
  };

  before(async () => {
    const sandbox = await startSandbox();
    const proxy = await startCountingProxy(() => new URL(sandbox.primary).origin);
    started = { sandbox, proxy };
    restoreSettings = await setSettings(paid({ primary: `${proxy.address}/primary` }));
    if (hasKey) {
      await setKey('primary', sandbox.key);
    }
  });

  after(async () => {
    if (hasKey) {
      await removeConnection('primary');
    }
    await restoreSettings?.();
    await started?.proxy.close();
    await started?.sandbox.close();
  });

  return {
    get address() {
      return parts().proxy.address;
    },
    get requests() {
      return parts().proxy.requests;
    },
    get bodies() {
      return parts().proxy.bodies;
    },
    get key() {
      return parts().sandbox.key;
    },
    get behind() {
      return parts().sandbox.primary;
    },
    forget: () => {
      parts().proxy.forget();
    },
  };
}
