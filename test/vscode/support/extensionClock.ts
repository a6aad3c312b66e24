import { setImmediate as settled } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import * as vscode from 'vscode';

/** A clock for the extension only. VS Code, mocha, and the suites use the system clock. */
export interface ExtensionClock {
  /** The number of the extension's pending timers. */
  readonly waiting: () => number;
  /** The number of the extension's timers that fired since the clock was stopped. */
  readonly fired: () => number;
  /** Stops the extension's clock. */
  readonly stop: () => void;
  /** Advances the clock. Each timer fires in order, at the time it is due. */
  readonly advance: (ms: number) => Promise<void>;
  /** Resumes the clock. Pending timers wait for the rest of their delay. */
  readonly resume: () => void;
}

const extensionId = 'social-data-explorer.social-data-explorer';

/** The original functions. */
const real = { now: Date.now, hrtime: process.hrtime, setTimeout, setInterval, clearTimeout, clearInterval };

let installed: Clock | undefined;

/**
 * Replaces `Date.now`, `process.hrtime`, `setTimeout`, and `setInterval` for callers in the extension's bundle, found by the call
 * stack. Has no effect until the clock is stopped. Does nothing if the extension is active, because its timers would be missed.
 */
export function installExtensionClock(): void {
  const extension = vscode.extensions.getExtension(extensionId);
  if (extension?.isActive === false) {
    installed = new Clock(`${pathToFileURL(extension.extensionPath).href}/dist/`);
  }
}

/**
 * Returns the clock that was installed before the extension was activated.
 * @throws if the extension was activated first
 */
export function extensionClock(): ExtensionClock {
  if (installed === undefined) {
    throw new Error('The extension ran before its clock could be installed: its timers would go by the machine’s time.');
  }
  return installed;
}

class Clock implements ExtensionClock {
  readonly #waiting = new Set<ExtensionTimer>();
  #stoppedAt: number | undefined;
  #fired = 0;

  constructor(bundle: string) {
    const now = () => this.now();
    const start = (action: (...args: unknown[]) => void, ms: unknown, args: readonly unknown[], repeats: boolean) => {
      const timer = new ExtensionTimer(
        () => this.now(),
        this.#waiting,
        () => action(...args),
        Number(ms) || 1,
        repeats,
      );
      timer.arm(this.#stoppedAt !== undefined);
      return timer;
    };
    // reading the call stack is slow, so it is done only while the clock is stopped
    replace(Date, 'now', () => (this.#stoppedAt !== undefined && isCalledFrom(bundle, Date.now) ? now() : real.now()));
    replace(process, 'hrtime', (since?: [number, number]) =>
      this.#stoppedAt !== undefined && since === undefined && isCalledFrom(bundle, process.hrtime)
        ? hrtimeOf(now())
        : real.hrtime(since),
    );
    replace(globalThis, 'setTimeout', (action: () => void, ms?: number, ...args: unknown[]) =>
      isCalledFrom(bundle, globalThis.setTimeout)
        ? start(action, ms, args, false)
        : Reflect.apply(real.setTimeout, globalThis, [action, ms, ...args]),
    );
    replace(globalThis, 'setInterval', (action: () => void, ms?: number, ...args: unknown[]) =>
      isCalledFrom(bundle, globalThis.setInterval)
        ? start(action, ms, args, true)
        : Reflect.apply(real.setInterval, globalThis, [action, ms, ...args]),
    );
    for (const name of ['clearTimeout', 'clearInterval'] as const) {
      replace(globalThis, name, (timer: unknown) => {
        if (timer instanceof ExtensionTimer) {
          timer.close();
        } else {
          Reflect.apply(real[name], globalThis, [timer]);
        }
      });
    }
  }

  now(): number {
    return this.#stoppedAt ?? real.now();
  }

  waiting(): number {
    return this.#waiting.size;
  }

  fired(): number {
    return this.#fired;
  }

  stop(): void {
    this.#stoppedAt = real.now();
    this.#fired = 0;
    for (const timer of this.#waiting) {
      timer.hold();
    }
  }

  async advance(ms: number): Promise<void> {
    if (this.#stoppedAt === undefined) {
      throw new Error('The clock is not stopped.');
    }
    const end = this.#stoppedAt + ms;
    for (;;) {
      const [next] = [...this.#waiting].toSorted((a, b) => a.due - b.due);
      if (next === undefined || next.due > end) {
        break;
      }
      this.#stoppedAt = Math.max(this.#stoppedAt, next.due);
      this.#fired += 1;
      next.goOff(true);
      await settled();
    }
    this.#stoppedAt = end;
    await settled();
  }

  resume(): void {
    const stoppedAt = this.now();
    this.#stoppedAt = undefined;
    for (const timer of this.#waiting) {
      timer.shift(real.now() - stoppedAt);
    }
  }
}

class ExtensionTimer {
  due = 0;
  readonly #now: () => number;
  readonly #waiting: Set<ExtensionTimer>;
  readonly #action: () => void;
  readonly #ms: number;
  readonly #repeats: boolean;
  #handle: NodeJS.Timeout | undefined;
  #isRef = true;

  constructor(now: () => number, waiting: Set<ExtensionTimer>, action: () => void, ms: number, repeats: boolean) {
    this.#now = now;
    this.#waiting = waiting;
    this.#action = action;
    this.#ms = Math.max(1, ms);
    this.#repeats = repeats;
  }

  arm(isStopped: boolean): void {
    this.due = this.#now() + this.#ms;
    this.#waiting.add(this);
    if (!isStopped) {
      this.#wait(this.#ms);
    }
  }

  hold(): void {
    real.clearTimeout(this.#handle);
    this.#handle = undefined;
  }

  shift(ms: number): void {
    this.due += ms;
    this.#wait(this.due - this.#now());
  }

  goOff(isStopped: boolean): void {
    this.#waiting.delete(this);
    if (this.#repeats) {
      this.arm(isStopped);
    }
    this.#action();
  }

  close(): this {
    this.hold();
    this.#waiting.delete(this);
    return this;
  }

  ref(): this {
    this.#isRef = true;
    this.#handle?.ref();
    return this;
  }

  unref(): this {
    this.#isRef = false;
    this.#handle?.unref();
    return this;
  }

  #wait(ms: number): void {
    this.#handle = real.setTimeout(() => {
      this.goOff(false);
    }, ms);
    if (!this.#isRef) {
      this.#handle.unref();
    }
  }
}

/** Whether the caller of `called` is in a file below the given URL. */
function isCalledFrom(address: string, called: (...args: never[]) => unknown): boolean {
  const { stackTraceLimit } = Error;
  const place: { stack?: string } = {};
  Error.stackTraceLimit = 1;
  Error.captureStackTrace(place, called);
  Error.stackTraceLimit = stackTraceLimit;
  return place.stack?.includes(address) === true;
}

/** Converts milliseconds to `process.hrtime`'s seconds and nanoseconds. */
function hrtimeOf(ms: number): [number, number] {
  const seconds = Math.floor(ms / 1_000);
  return [seconds, (ms - seconds * 1_000) * 1e6];
}

/** Replaces a function and copies its properties, such as its promise form. */
function replace(owner: object, name: string, stand: (...args: never[]) => unknown): void {
  const original: unknown = Reflect.get(owner, name);
  const { length: _length, name: _name, prototype: _prototype, ...rest } = Object.getOwnPropertyDescriptors(Object(original));
  Object.defineProperty(owner, name, { value: Object.defineProperties(stand, rest), configurable: true, writable: true });
}
