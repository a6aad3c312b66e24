import { landmarks } from '../landmarks.ts';
import { pictureAddress } from '../pictureAddress.ts';
import { places } from '../places.ts';
import { createRandom } from '../random.ts';
import { describe, displayName, nouns } from '../profiles.ts';
import { snowflakeTime, toSnowflake } from '../snowflake.ts';
import type { Account, Badge } from '../world.ts';
import type { AccountGroups } from './accountGroups.ts';
import { mixed, walkOver } from './numbers.ts';
import type { BulkSize } from './worldSize.ts';

/** What the accounts of one number modulo `sketchCount` share. */
export interface ProfileSketch {
  readonly noun: string;
  readonly name: string;
  readonly description: string;
  readonly location: string;
  readonly hasUrl: boolean;
  readonly hasAvatar: boolean;
  readonly hasBanner: boolean;
}

/** An account of the bulk before anything is counted. */
export interface BulkProfile {
  readonly id: string;
  readonly handle: string;
  readonly sketch: ProfileSketch;
  readonly url: string | null;
  readonly avatarUrl: string | null;
  readonly bannerUrl: string | null;
  readonly createdAtMs: number;
  readonly badge: Badge;
  readonly lang: string;
  readonly state: Account['state'];
  readonly isAutomated: boolean;
}

/** Accounts by number, and the way back from id and handle; -1 for what belongs to none. */
export interface BulkProfiles {
  /** All of them: the public ones first, then the protected, then the suspended ones. */
  readonly count: number;
  readonly sketches: readonly ProfileSketch[];
  readonly profile: (number: number) => BulkProfile;
  readonly idOf: (number: number) => string;
  readonly handleOf: (number: number) => string;
  readonly numberOfId: (id: string) => number;
  readonly numberOfHandle: (handle: string) => number;
  /** The number whose handle ends in a code. */
  readonly numberOfCode: (code: string) => number;
}

export const sketchCount = 1024;
/** The number of the account with the most followers, whose id and handle are the same in every world. */
const crowded = 0;
const firstMs = Date.UTC(2012, 1, 1);
const lastMs = Date.UTC(2024, 3, 1);
const codeBase = 36;
const codeLength = 4;
const codeCount = codeBase ** codeLength;

export function createBulkProfiles(seed: number, size: BulkSize, groups: AccountGroups, mediaBase: string): BulkProfiles {
  const count = size.people.public + size.people.protected + size.people.suspended;
  const sketches = makeSketches(seed, groups);
  const births = walkOver(count);
  const codes = walkOver(codeCount);
  const stepMs = Math.floor((lastMs - firstMs) / count);
  const birthOf = (number: number): number =>
    number === crowded
      ? snowflakeTime(landmarks.crowdedId)
      : firstMs + births.at(number) * stepMs + (mixed(seed, number) % stepMs);
  const idOf = (number: number): string =>
    number === crowded ? landmarks.crowdedId : toSnowflake(birthOf(number), mixed(seed + 1, number));
  const sketchOf = (number: number): ProfileSketch => {
    const sketch = sketches[number % sketchCount];
    if (sketch === undefined) {
      throw new RangeError(`there is no account ${number}`);
    }
    return sketch;
  };
  // a code that is shifted by the seed is another one in another world
  const codeOf = (number: number): string =>
    ((codes.at(number) + mixed(seed, 0)) % codeCount).toString(codeBase).padStart(codeLength, '0');
  const handleOf = (number: number): string =>
    number === crowded ? landmarks.crowdedHandle : `${sketchOf(number).noun}_${codeOf(number)}`;
  const inside = (number: number): number => (number < count ? number : -1);
  const numberOfCode = (code: string): number => {
    if (!/^[0-9a-z]{4}$/i.test(code)) {
      return -1;
    }
    const place = Number.parseInt(code, codeBase) - (mixed(seed, 0) % codeCount);
    return inside(codes.stepTo(place < 0 ? place + codeCount : place));
  };
  return {
    count,
    sketches,
    profile: (number) => {
      const sketch = sketchOf(number);
      const handle = handleOf(number);
      const group = groups.groupOf(number);
      return {
        id: idOf(number),
        handle,
        sketch,
        url: sketch.hasUrl ? `https://${handle.replaceAll('_', '-')}.example/` : null,
        avatarUrl: sketch.hasAvatar ? pictureAddress(mediaBase, `avatar/${handle}.png`) : null,
        bannerUrl: sketch.hasBanner ? pictureAddress(mediaBase, `banner/${handle}.png`) : null,
        createdAtMs: birthOf(number),
        badge: group.badge,
        lang: group.language.code,
        state: stateOf(number, size),
        isAutomated: group.isAutomated,
      };
    },
    idOf,
    handleOf,
    numberOfId: (id) => {
      if (id === landmarks.crowdedId || !/^[1-9]\d{14,18}$/.test(id)) {
        return id === landmarks.crowdedId ? crowded : -1;
      }
      const place = Math.floor((snowflakeTime(id) - firstMs) / stepMs);
      const number = place < 0 || place >= count ? -1 : births.stepTo(place);
      return number >= 0 && idOf(number) === id ? number : -1;
    },
    numberOfHandle: (handle) => {
      const number = handle.toLowerCase() === landmarks.crowdedHandle ? crowded : numberOfCode(handle.slice(-codeLength));
      return number >= 0 && handleOf(number) === handle.toLowerCase() ? number : -1;
    },
    numberOfCode,
  };
}

function makeSketches(seed: number, groups: AccountGroups): readonly ProfileSketch[] {
  const random = createRandom(seed, 'bulk profiles');
  return Array.from({ length: sketchCount }, (_, index) => {
    const { language } = groups.groupOf(index);
    const place = random.pick(places);
    return {
      noun: random.pick(nouns),
      name: displayName(random, language),
      description: random.chance(0.1) ? '' : describe(random, language),
      location: random.chance(0.35) ? '' : `${place.name}${random.chance(0.5) ? `, ${place.country}` : ''}`,
      hasUrl: random.chance(0.55),
      hasAvatar: !random.chance(0.04),
      hasBanner: random.chance(0.6),
    };
  });
}

function stateOf(number: number, { people }: BulkSize): Account['state'] {
  if (number < people.public) {
    return 'active';
  }
  return number < people.public + people.protected ? 'protected' : 'suspended';
}
