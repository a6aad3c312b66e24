/**
 * Importing undici puts a dispatcher into two process-wide slots if they are empty, which the host's `fetch` would then use.
 * Import this module before undici: it occupies empty slots while undici loads. ES modules are evaluated in import
 * order, within one turn of the event loop.
 */
const slots = [Symbol.for('undici.globalDispatcher.1'), Symbol.for('undici.globalDispatcher.2')];

const temporarilyOccupiedSlots = slots.filter(
  (slot) => Reflect.get(globalThis, slot) === undefined && !Reflect.has(globalThis, slot),
);
for (const slot of temporarilyOccupiedSlots) {
  Object.defineProperty(globalThis, slot, { value: Object.freeze({}), configurable: true, writable: false, enumerable: false });
}

/** Call this right after importing undici. */
export function clearUndiciDispatcherSlots(): void {
  for (const slot of temporarilyOccupiedSlots) {
    Reflect.deleteProperty(globalThis, slot);
  }
}
