/**
 * Importing undici fills two process-wide slots with a dispatcher of its own when they are empty, and the host's `fetch`
 * would then go through it. This module is imported before undici: it occupies empty slots while undici loads, and empties
 * them again. ES modules are evaluated in the order of their imports, without a turn of the event loop in between.
 */
const slots = [Symbol.for('undici.globalDispatcher.1'), Symbol.for('undici.globalDispatcher.2')];

const temporarilyOccupiedSlots = slots.filter(
  (slot) => Reflect.get(globalThis, slot) === undefined && !Reflect.has(globalThis, slot),
);
for (const slot of temporarilyOccupiedSlots) {
  Object.defineProperty(globalThis, slot, { value: Object.freeze({}), configurable: true, writable: false, enumerable: false });
}

/** To be called as soon as undici is loaded. */
export function clearUndiciDispatcherSlots(): void {
  for (const slot of temporarilyOccupiedSlots) {
    Reflect.deleteProperty(globalThis, slot);
  }
}
