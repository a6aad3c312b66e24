import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The collector, without a flag on the command line. */
export function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') {
    throw new TypeError('This Node has no collector to call.');
  }
  return () => void Reflect.apply(collect, undefined, []);
}
