import type { User } from '../../../client/schemas/primary.ts';
import { verifiedTypeOf } from '../accountRecords.ts';
import { landmarks } from '../landmarks.ts';
import type { Language } from '../language.ts';
import { pictureAddress } from '../pictureAddress.ts';
import { describe, displayName, languages, nouns } from '../profiles.ts';
import { createRandom, hashText } from '../random.ts';
import { serialOf, snowflakeAt, snowflakeTime, toIsoSeconds } from '../snowflake.ts';
import type { Account, Badge } from '../world.ts';
import { countBy, crowdSize, listStream, starNumbers, streamBy, verifiedEvery } from './deepPlan.ts';

/** The accounts of the deep part, made from their numbers. */
export interface DeepPeople {
  readonly at: (number: number) => Account;
  readonly idOf: (number: number) => string;
  readonly languageOf: (number: number) => Language;
  /** -1 where there is none. */
  readonly numberOf: (id: string) => number;
  /** Case-insensitive; -1 where there is none. */
  readonly numberOfHandle: (handle: string) => number;
}

interface Star {
  readonly id: string;
  readonly handle: string;
  readonly name: string;
  readonly description: string;
}

const stars: ReadonlyMap<number, Star> = new Map([
  [
    starNumbers.crowded,
    {
      id: landmarks.crowdedId,
      handle: landmarks.crowdedHandle,
      name: 'The Lighthouse',
      description: 'A million ships look this way.',
    },
  ],
  [
    starNumbers.prolific,
    {
      id: landmarks.prolificId,
      handle: landmarks.prolificHandle,
      name: 'The Tide Gauge',
      description: 'One reading after another.',
    },
  ],
]);

/** Above the serials of all other accounts. */
const firstSerial = 2 ** 21;
/** One to one modulo a million: handles do not look counted, and `gathering` undoes it. */
const spreading = 387_421;
const gathering = 140_981;
const firstAccountMs = Date.UTC(2012, 0, 1);
const lastAccountMs = Date.UTC(2022, 0, 1);

/** The same that paging gives. */
function countsOf(number: number): User['counts'] {
  const stream = streamBy(number);
  const isCrowded = number === starNumbers.crowded;
  return {
    followers: isCrowded ? crowdSize : 0,
    following: stars.has(number) ? 0 : 1,
    // the one without a stream has the first post of the thread
    tweets: stream === undefined ? Number(isCrowded) : countBy(stream, number),
    likes: 0,
    media: 0,
    listed: Number(stream === listStream),
  };
}

export function createDeepPeople(seed: number, mediaBase: string): DeepPeople {
  const shift = hashText(`deep ${seed}`) % crowdSize;
  const share = (what: string, number: number): number => createRandom(seed, `deep ${what} ${number}`).next();
  const createdAtMs = (number: number): number =>
    firstAccountMs + Math.floor(share('moment', number) * (lastAccountMs - firstAccountMs));
  const handleAt = (number: number): string => {
    const code = (number * spreading + shift) % crowdSize;
    return `${nouns[code % nouns.length] ?? ''}_${String(code).padStart(6, '0')}`;
  };
  const languageOf = (number: number): Language => {
    const language = languages[stars.has(number) ? 0 : Math.floor(share('language', number) * languages.length)];
    if (language === undefined) {
      throw new RangeError('the world has no language');
    }
    return language;
  };
  const idOf = (number: number): string => stars.get(number)?.id ?? snowflakeAt(createdAtMs(number), firstSerial + number);
  const starNumber = (isIt: (star: Star) => boolean): number => [...stars].find(([, star]) => isIt(star))?.[0] ?? -1;
  const inCrowd = (number: number, isIt: (number: number) => boolean): number =>
    number >= 0 && number < crowdSize && isIt(number) ? number : -1;
  return {
    idOf,
    languageOf,
    at: (number) => {
      const star = stars.get(number);
      const random = createRandom(seed, `deep account ${number}`);
      const language = languageOf(number);
      const handle = star?.handle ?? handleAt(number);
      const badge: Badge = star !== undefined ? 'business' : number % verifiedEvery === 0 ? 'blue' : 'none';
      const id = idOf(number);
      const createdAt = star === undefined ? createdAtMs(number) : snowflakeTime(id);
      return {
        id,
        state: 'active',
        badge,
        lang: language.code,
        createdAtMs: createdAt,
        record: {
          id,
          username: handle,
          name: star?.name ?? displayName(random, language),
          description: star?.description ?? describe(random, language),
          location: '',
          url: null,
          createdAt: toIsoSeconds(createdAt),
          avatarUrl: pictureAddress(mediaBase, `avatar/${handle}.png`),
          bannerUrl: null,
          verified: badge !== 'none',
          verifiedType: verifiedTypeOf(badge),
          protected: false,
          counts: countsOf(number),
          pinnedTweetIds: [],
          isAutomated: false,
        },
      };
    },
    numberOf: (id) => {
      const star = starNumber((one) => one.id === id);
      return star >= 0 ? star : inCrowd((serialOf(id) ?? -1) - firstSerial, (number) => idOf(number) === id);
    },
    numberOfHandle: (handle) => {
      const lower = handle.toLowerCase();
      const star = starNumber((one) => one.handle === lower);
      const code = Number(/^[a-z]+_(\d{6})$/.exec(lower)?.[1] ?? -1);
      const number = (((code - shift + crowdSize) % crowdSize) * gathering) % crowdSize;
      return star >= 0 ? star : inCrowd(code < 0 ? -1 : number, () => handleAt(number) === lower);
    },
  };
}
