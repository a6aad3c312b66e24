import type { User } from '../../../client/schemas/user.ts';
import { toAccount } from '../accounts.ts';
import { landmarks } from '../landmarks.ts';
import { english, type Language, languages } from '../languages.ts';
import { describe, displayName, nouns, type Profile } from '../profiles.ts';
import { createRandom, hashText } from '../random.ts';
import { serialOf, snowflakeAt, snowflakeTime } from '../snowflake.ts';
import type { Account } from '../world.ts';
import { countBy, crowdSize, listStream, starNumbers, streamBy, verifiedEvery } from './deepPlan.ts';

type Star = Pick<Profile, 'id' | 'handle' | 'name' | 'description'>;

const { crowdedId, crowdedHandle, prolificId, prolificHandle } = landmarks;
const stars: ReadonlyMap<number, Star> = new Map([
  [
    starNumbers.crowded,
    { id: crowdedId, handle: crowdedHandle, name: 'The Lighthouse', description: 'A million ships look this way.' },
  ],
  [
    starNumbers.prolific,
    { id: prolificId, handle: prolificHandle, name: 'The Tide Gauge', description: 'One reading after another.' },
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

export type DeepPeople = ReturnType<typeof createDeepPeople>;

/** The accounts of the deep part, made from their numbers. */
export function createDeepPeople(seed: number, mediaBase: string) {
  const shift = hashText(`deep ${seed}`) % crowdSize;
  const createdAtMs = (number: number): number =>
    firstAccountMs + createRandom(seed, `deep moment ${number}`).below(lastAccountMs - firstAccountMs);
  const handleAt = (number: number): string => {
    const code = (number * spreading + shift) % crowdSize;
    return `${nouns[code % nouns.length] ?? ''}_${String(code).padStart(6, '0')}`;
  };
  const languageOf = (number: number): Language =>
    stars.has(number) ? english : createRandom(seed, `deep language ${number}`).pick(languages);
  const idOf = (number: number): string => stars.get(number)?.id ?? snowflakeAt(createdAtMs(number), firstSerial + number);
  const starNumber = (isIt: (star: Star) => boolean): number => [...stars].find(([, star]) => isIt(star))?.[0] ?? -1;
  const inCrowd = (number: number, isIt: (number: number) => boolean): number =>
    number >= 0 && number < crowdSize && isIt(number) ? number : -1;
  return {
    idOf,
    languageOf,
    at: (number: number): Account => {
      const star = stars.get(number);
      const random = createRandom(seed, `deep account ${number}`);
      const language = languageOf(number);
      const handle = star?.handle ?? handleAt(number);
      const id = idOf(number);
      const profile: Profile = {
        ...{ id, handle, language, location: '', url: null, bannerUrl: null, state: 'active', isAutomated: false },
        name: star?.name ?? displayName(random, language),
        description: star?.description ?? describe(random, language),
        avatarUrl: `${mediaBase}/avatar/${handle}.png`,
        createdAtMs: star === undefined ? createdAtMs(number) : snowflakeTime(id),
        badge: star !== undefined ? 'business' : number % verifiedEvery === 0 ? 'blue' : 'none',
      };
      return toAccount(profile, countsOf(number), []);
    },
    /** -1 where there is none. */
    numberOf: (id: string): number => {
      const star = starNumber((one) => one.id === id);
      return star >= 0 ? star : inCrowd((serialOf(id) ?? -1) - firstSerial, (number) => idOf(number) === id);
    },
    /** Case-insensitive; -1 where there is none. */
    numberOfHandle: (handle: string): number => {
      const lower = handle.toLowerCase();
      const star = starNumber((one) => one.handle === lower);
      const code = Number(/^[a-z]+_(\d{6})$/.exec(lower)?.[1] ?? -1);
      const number = (((code - shift + crowdSize) % crowdSize) * gathering) % crowdSize;
      return star >= 0 ? star : inCrowd(code < 0 ? -1 : number, () => handleAt(number) === lower);
    },
  };
}
