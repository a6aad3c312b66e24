/** The platform's ids count milliseconds from this moment (2010-11-04T01:42:54.657Z). */
const epochMs = 1288834974657n;
const lowBitCount = 22n;
/** Spreads serials over the low bits: an odd factor is one to one modulo 2^22, and the other one undoes it. */
const serialMultiplier = 0x9e3b1;
const inverseSerialMultiplier = 0x148551;

/**
 * An id whose time part agrees with the moment of creation.
 * @param serial a number that no other id of the same kind has, below 2^22; spread over the low bits so that ids do not look counted
 */
export function createSnowflakeId(createdAtMs: number, serial: number): string {
  const low = Math.imul(serial + 1, serialMultiplier) & 0x3fffff;
  return (((BigInt(createdAtMs) - epochMs) << lowBitCount) | BigInt(low)).toString();
}

/** The serial that createSnowflakeId made an id with, if it did: undefined for a text that is no id. */
export function readSnowflakeSerial(id: string): number | undefined {
  return /^\d{1,20}$/.test(id) ? (Math.imul(Number(BigInt(id) & 0x3fffffn), inverseSerialMultiplier) - 1) & 0x3fffff : undefined;
}

/** The moment in an id, milliseconds since 1970. An id of 20 digits is beyond the scheme: its last 19 digits count. */
export function readSnowflakeTimeMs(id: string): number {
  return Number((BigInt(id.slice(-19)) >> lowBitCount) + epochMs);
}

/** Orders ids as numbers without losing digits: negative when `left` is the smaller one. */
export function compareIds(left: string, right: string): number {
  return left.length - right.length || (left < right ? -1 : left > right ? 1 : 0);
}

/** The simple format's timestamps: ISO 8601 UTC, seconds precision (assumption 4.5). */
export function toIsoSeconds(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

/** Reads an ISO 8601 date, or time with its zone: only these forms, since what else an engine reads differs between engines. */
export function readIsoTime(text: string): number | undefined {
  const isIso = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/.test(text);
  const ms = isIso ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}
