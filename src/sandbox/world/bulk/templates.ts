import type { Media } from '../../../client/schemas/media.ts';
import { siteUrl } from '../landmarks.ts';
import { longText } from '../longTexts.ts';
import { makeMedia } from '../mediaKinds.ts';
import { pointNear } from '../originals.ts';
import { places } from '../places.ts';
import { createRandom, type Random } from '../random.ts';
import type { GeoPoint } from '../world.ts';
import { assemble, writePost, writeReply, type Written } from '../writing.ts';
import type { AccountGroups, Writers } from './accountGroups.ts';
import { type BulkSize, blockLength } from './worldSize.ts';

export type TemplateKind = 'original' | 'reply' | 'quote' | 'repost';

/**
 * What the posts of one template have in common, in every block: all but author, moment, ids and the handle that is named.
 * In place of a handle its text has `handleMark`, in place of an id `idMark`.
 */
export interface Template {
  readonly number: number;
  readonly kind: TemplateKind;
  /** The writers who take turns at it. */
  readonly writers: number;
  /** Its place among the templates of its writers. */
  readonly turn: number;
  /** The template of what it answers, quotes or repeats, in the block before; -1 for an original. */
  readonly target: number;
  /** As it is written, and as it is in the first block, where there is nothing to react to. */
  readonly written: Written;
  readonly alone: Written;
  readonly media: readonly Media[];
  readonly geo: GeoPoint | undefined;
  readonly sensitive: boolean;
  readonly likes: number;
  /** The likes of all templates before this one. */
  readonly likesBefore: number;
  readonly extraViews: number;
}

/** All templates, and which of them react to which. */
export interface Templates {
  readonly all: readonly Template[];
  /** By the number of the template that is reacted to. */
  readonly reactions: readonly Reactions[];
  /** By writers: the numbers of their templates, by turn. */
  readonly byWriters: readonly (readonly number[])[];
  /** The likes of a whole block. */
  readonly likes: number;
}

export interface Reactions {
  readonly reply: readonly number[];
  readonly quote: readonly number[];
  readonly repost: readonly number[];
}

/** Marks are letters that no keyboard writes, so that they count as one word and nobody looks for them. */
export const handleMark = '\ua66e\ua66e\ua66e';
export const idMark = '\ua66f\ua66e\ua66f';

/** How the templates of a block are shared out: from which number on a kind starts. */
const starts = { original: 0, firstReplies: 2048, secondReplies: 3072, thirdReplies: 3400, quote: 3480, repost: 3700 } as const;

export function createTemplates(seed: number, size: BulkSize, groups: AccountGroups, mediaBase: string): Templates {
  const random = createRandom(seed, 'bulk posts');
  const all: Template[] = [];
  const byWriters: number[][] = groups.writers.map(() => []);
  const repeatedBy = new Map<number, Set<number>>();
  const dealt = dealWriters(random, groups.writers.length);
  let likesBefore = 0;
  for (let number = 0; number < blockLength; number += 1) {
    const kind = kindOf(number);
    const target = kind === 'original' ? -1 : drawTarget(random, number, dealt, all, repeatedBy);
    const writers = dealt[number] ?? 0;
    const numbers = byWriters[writers] ?? [];
    const group = groups.writers[writers];
    if (group === undefined) {
      throw new RangeError(`nobody writes template ${number}`);
    }
    const { written, alone } = write(random, kind, group, all[target]);
    const likes = kind === 'repost' ? 0 : drawLikes(random, size);
    all.push({
      number,
      kind,
      writers,
      turn: numbers.length,
      target,
      written,
      alone,
      media: kind === 'original' || kind === 'quote' ? makeMedia(random, 100_000 + number, mediaBase) : [],
      geo: kind === 'original' && random.chance(0.07) ? pointNear(random, random.below(places.length)) : undefined,
      sensitive: random.chance(0.02),
      likes,
      likesBefore,
      extraViews: random.below(90),
    });
    numbers.push(number);
    likesBefore += likes;
  }
  return { all, reactions: reactionsOf(all), byWriters, likes: likesBefore };
}

/** Everyone gets as many as anyone, in an order without a pattern. */
function dealWriters(random: Random, writers: number): readonly number[] {
  const dealt = Array.from({ length: blockLength }, (_, index) => index % writers);
  for (let last = dealt.length - 1; last > 0; last -= 1) {
    const other = random.below(last + 1);
    [dealt[last], dealt[other]] = [dealt[other] ?? 0, dealt[last] ?? 0];
  }
  return dealt;
}

function kindOf(number: number): TemplateKind {
  if (number < starts.firstReplies) {
    return 'original';
  }
  if (number < starts.quote) {
    return 'reply';
  }
  return number < starts.repost ? 'quote' : 'repost';
}

/** Few are reacted to much. Nobody reacts to themselves, and nobody repeats a post twice. */
function drawTarget(
  random: Random,
  number: number,
  dealt: readonly number[],
  all: readonly Template[],
  repeatedBy: Map<number, Set<number>>,
): number {
  const [low, high] = rangeOfTargets(number);
  const writers = dealt[number] ?? 0;
  for (;;) {
    const draw = random.next();
    const target = low + Math.floor(draw * draw * draw * (high - low));
    const found = all[target];
    if (found === undefined || found.writers === writers) {
      continue;
    }
    if (kindOf(number) !== 'repost') {
      return target;
    }
    const repeating = repeatedBy.get(target) ?? new Set();
    if (found.written.mentions.length === 0 && !repeating.has(writers)) {
      repeatedBy.set(target, repeating.add(writers));
      return target;
    }
  }
}

/** Replies answer originals, the second ones those, and the third ones those. */
function rangeOfTargets(number: number): readonly [number, number] {
  if (number >= starts.secondReplies && number < starts.thirdReplies) {
    return [starts.firstReplies, starts.secondReplies];
  }
  return number >= starts.thirdReplies && number < starts.quote
    ? [starts.secondReplies, starts.thirdReplies]
    : [starts.original, starts.firstReplies];
}

function write(
  random: Random,
  kind: TemplateKind,
  { group }: Writers,
  target: Template | undefined,
): { readonly written: Written; readonly alone: Written } {
  const { language } = group;
  switch (kind) {
    case 'original': {
      const isLong = group.badge !== 'none' && random.chance(0.07);
      const written = isLong
        ? assemble(longText(random, language, random.between(400, 3600)), language.code, {})
        : writePost(random, language, [handleMark]);
      return { written, alone: written };
    }
    case 'reply': {
      const written = writeReply(random, language, handleMark);
      return { written, alone: { ...written, text: written.text.slice(handleMark.length + 2), mentions: [] } };
    }
    case 'quote': {
      const text = random.pick(language.sentences);
      const url = `${siteUrl}/${handleMark}/status/${idMark}`;
      return { written: assemble(text, language.code, { urls: [url] }), alone: assemble(text, language.code, {}) };
    }
    case 'repost': {
      if (target === undefined) {
        throw new RangeError('a repost repeats something');
      }
      const { text, lang } = target.written;
      const characters = [...text];
      // as of the small world's reposts, but cut for the longest handle there may be
      const cut = characters.length > 118 ? `${characters.slice(0, 117).join('')}…` : text;
      return {
        written: { lang, hashtags: [], urls: [], text: `RT @${handleMark}: ${cut}`, mentions: [handleMark] },
        alone: target.written,
      };
    }
  }
}

/** Most get a few, one in thirty may get thousands. */
function drawLikes(random: Random, size: BulkSize): number {
  const most = random.chance(0.03) ? Math.min(5000, Math.floor(size.people.public / 2)) : 100;
  let luck = random.next();
  for (let turn = 0; turn < 3; turn += 1) {
    luck *= luck;
  }
  return Math.floor(luck * most);
}

function reactionsOf(all: readonly Template[]): readonly Reactions[] {
  const reactions = all.map(() => ({ reply: [] as number[], quote: [] as number[], repost: [] as number[] }));
  for (const { kind, target, number } of all) {
    if (kind !== 'original') {
      reactions[target]?.[kind].push(number);
    }
  }
  return reactions;
}
