/** The platform's ids count milliseconds from this moment (2010-11-04T01:42:54.657Z). */
const epochMs = 1288834974657n;
const lowBitCount = 22n;
/** Spreads serials over the low bits. An odd factor is reversible modulo 2^22. */
const serialMultiplier = 0x9e3b1;
const inverseSerialMultiplier = 0x148551;

/** @param serial unique among ids of the same kind, below 2^22 */
export function createSnowflakeId(createdAtMs: number, serial: number): string {
  const low = Math.imul(serial + 1, serialMultiplier) & 0x3fffff;
  return (((BigInt(createdAtMs) - epochMs) << lowBitCount) | BigInt(low)).toString();
}

/** The serial of an id that `createSnowflakeId` created; undefined if the string isn't an id. */
export function readSnowflakeSerial(id: string): number | undefined {
  return /^\d{1,20}$/.test(id) ? (Math.imul(Number(BigInt(id) & 0x3fffffn), inverseSerialMultiplier) - 1) & 0x3fffff : undefined;
}

/** The time in an id, milliseconds since 1970. Reads only the last 19 digits of a 20-digit id, which exceeds 63 bits. */
export function readSnowflakeTimeMs(id: string): number {
  return Number((BigInt(id.slice(-19)) >> lowBitCount) + epochMs);
}

/** Compares ids of any length as numbers. */
export function compareIds(left: string, right: string): number {
  return left.length - right.length || (left < right ? -1 : left > right ? 1 : 0);
}

/** Assumption 4.5. */
export function toIsoSeconds(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

/** Reads a date, or a time with its zone: the formats that all engines support. */
export function readIsoTime(text: string): number | undefined {
  const isIso = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/.test(text);
  const ms = isIso ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}
