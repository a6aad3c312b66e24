import { exampleValues } from '../../client/endpoints/exampleValues.ts';
import { landmarks } from './landmarks.ts';
import { townPlaces } from './places.ts';
import { createRandom, type Random } from './random.ts';
import { createSnowflakeId, readSnowflakeTimeMs } from './snowflake.ts';
import words from './texts/words.json' with { type: 'json' };
import made from './texts/languages.json' with { type: 'json' };

/** Sample text, hashtags without `#`, names, and the percentage of accounts with this language (`share`). */
export type Language = (typeof made)['english'];

const { english } = made;

export const languages: readonly Language[] = [english, ...made.others];

/** `legacy` is the old verification without a subscription. */
export type VerificationBadge = 'none' | 'blue' | 'business' | 'government' | 'legacy';

export type AccountProfile = ReturnType<typeof makeAccountProfiles>[number];

/** In this order. The number of public accounts is prime, so a walk with any step visits each once. */
export const accountCountByState = { public: 331, protected: 12, suspended: 8 } as const;

/** Accounts with a special purpose. */
export const namedAccountNumbers = { hero: 0, partner: 1, edgeCaseTexts: 2, crowd: 3, deep: 4 } as const;

export function pickRandomAccountNumbers(random: Random, size: number, first: readonly number[] = []): readonly number[] {
  const drawn = new Set(first);
  while (drawn.size < size) drawn.add(random.below(accountCountByState.public));
  return [...drawn];
}

interface ReservedProfile {
  readonly handle: string;
  readonly name: string;
  readonly badge: VerificationBadge;
  readonly id?: string;
}

const reservedProfiles: ReadonlyMap<number, ReservedProfile> = new Map<number, ReservedProfile>([
  [namedAccountNumbers.hero, { handle: exampleValues.handle, id: exampleValues.userId, name: 'Ada Harbourlight', badge: 'blue' }],
  [
    namedAccountNumbers.partner,
    { handle: exampleValues.otherHandle, id: exampleValues.otherUserId, name: 'Mira of the Quiet Mill', badge: 'none' },
  ],
  [namedAccountNumbers.edgeCaseTexts, { handle: 'edge_texts', name: 'Edge <Texts> & "Co" \u202Etset\u202C 👩‍🔬', badge: 'none' }],
  [namedAccountNumbers.crowd, { handle: 'crowd_square', name: 'Crowd Square', badge: 'business' }],
  [namedAccountNumbers.deep, { handle: 'deep_talker', name: 'Deep Talker', badge: 'legacy' }],
  [accountCountByState.public, { handle: landmarks.protectedHandle, name: 'Locked Diary', badge: 'none' }],
  [
    accountCountByState.public + accountCountByState.protected,
    { handle: landmarks.suspendedHandle, name: 'Gone Quiet', badge: 'none' },
  ],
]);

const { adjectives, signs, nouns: handleNouns } = words.accounts;

/** Reserved accounts first, then the others, best known first; protected and suspended accounts last. */
export function makeAccountProfiles(nowMs: number, mediaBase: string) {
  const random = createRandom('profiles');
  const taken = new Set([...reservedProfiles.values()].map((entry) => entry.handle));
  const total = accountCountByState.public + accountCountByState.protected + accountCountByState.suspended;
  const bag = languages.flatMap((language) => Array.from({ length: language.share }, () => language));
  return Array.from({ length: total }, (_, index) => {
    const fixed = reservedProfiles.get(index);
    const language = fixed === undefined ? random.pick(bag) : english;
    const handle = fixed?.handle ?? createUniqueHandle(random, taken);
    const createdAtMs = fixed?.id === undefined ? pickRandomCreationTimeMs(random) : readSnowflakeTimeMs(fixed.id);
    const place = random.pick(townPlaces);
    return {
      number: index,
      id: fixed?.id ?? createSnowflakeId(createdAtMs, index),
      handle,
      name: fixed?.name ?? createDisplayName(random, language),
      description: random.chance(0.1) ? '' : createBio(random, language),
      location: random.chance(0.35) ? '' : `${place.name}${random.chance(0.5) ? `, ${place.country}` : ''}`,
      url: random.chance(0.55) ? `https://${handle.replaceAll('_', '-')}.example/` : null,
      avatarUrl: index > 5 && random.chance(0.04) ? null : `${mediaBase}/avatar/${handle}.svg`,
      bannerUrl: random.chance(0.6) ? `${mediaBase}/banner/${handle}.svg` : null,
      createdAtMs: Math.min(createdAtMs, nowMs),
      language,
      badge: fixed?.badge ?? pickRandomBadge(random),
      state: getAccountState(index),
      isAutomated: fixed === undefined && random.chance(0.04),
    };
  });
}

function getAccountState(index: number): 'active' | 'protected' | 'suspended' {
  if (index < accountCountByState.public) return 'active';
  return index < accountCountByState.public + accountCountByState.protected ? 'protected' : 'suspended';
}

/** At most 15 characters. One in fourteen contains "ada", for handle searches. */
function createUniqueHandle(random: Random, taken: Set<string>): string {
  for (;;) {
    const stem = random.chance(0.07)
      ? `ada_${random.pick(handleNouns)}`
      : `${random.pick(adjectives)}_${random.pick(handleNouns)}`;
    const handle = `${stem.slice(0, 13)}${random.chance(0.4) ? random.between(2, 99) : ''}`;
    if (!taken.has(handle)) {
      taken.add(handle);
      return handle;
    }
  }
}

function createDisplayName(random: Random, language: Language): string {
  const name = `${random.pick(language.given)} ${random.pick(language.byNames)}`;
  return random.chance(0.12) ? `${name} ${random.pick(signs)}` : name;
}

function createBio(random: Random, language: Language): string {
  const text = random.pick(language.bios);
  const tag = random.chance(0.3) ? ` #${random.pick(language.tags)}` : '';
  return `${text}${tag}${random.chance(0.15) ? '\nDMs closed.' : ''}`;
}

function pickRandomBadge(random: Random): VerificationBadge {
  const draw = random.next();
  if (draw < 0.17) return 'blue';
  if (draw < 0.22) return 'business';
  return draw < 0.25 ? 'government' : draw < 0.28 ? 'legacy' : 'none';
}

const firstAccountMs = Date.UTC(2012, 0, 1);
const lastAccountMs = Date.UTC(2024, 3, 1);

function pickRandomCreationTimeMs(random: Random): number {
  return firstAccountMs + Math.floor(random.next() * (lastAccountMs - firstAccountMs));
}
