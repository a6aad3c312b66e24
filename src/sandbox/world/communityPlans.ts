import { exampleValues } from '../../client/endpoints/exampleValues.ts';
import { landmarks } from './landmarks.ts';
import { split } from './language.ts';
import { accountCounts, cast, type Profile } from './profiles.ts';
import { createRandom } from './random.ts';
import { snowflakeTime } from './snowflake.ts';

/** A community and its people as account numbers: the admin first, then the moderators, then the others. */
export interface CommunityPlan {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly purpose: string;
  readonly rules: readonly string[];
  readonly inviteOnly: boolean;
  readonly isNsfw: boolean;
  readonly createdAtMs: number;
  readonly color: string;
  readonly members: readonly number[];
  readonly moderatorCount: number;
}

const names: readonly (readonly [string, string])[] = [
  ['City Garden Growers', 'Balconies, plots and the mint that took over.'],
  ['The Closed Shed', 'For those with a key. Ask a member.'],
  ['Open Data Round Table', 'Portals, licences and rows that nobody can explain.'],
  ['Garden Science', 'Soil, seeds and careful notes.'],
  ['Night Sky Watchers', 'Bring a warm coat.'],
  ['Slow Trains', 'The second one is better.'],
  ['Type & Ink', 'Letters, presses, <ampersands>.'],
  ['חובבי מפות', 'מפות ישנות וחדשות.'],
  ['地図とパン', '散歩の記録。'],
  ['Kartenfreunde', 'Karten, Pläne und Höhenlinien.'],
];
const rules = split(
  'Be kind, even about mint.|Say where your picture is from.|No selling.|Describe your pictures in words.|Stay on the topic.',
);
const colors = split('green|plum|blue|teal|orange|crimson');

/** Plans the communities; members come from the public accounts. */
export function planCommunities(seed: number, profiles: readonly Profile[]): readonly CommunityPlan[] {
  const random = createRandom(seed, 'communities');
  return names.map(([name, description], index) => {
    const id = (BigInt(exampleValues.communityId) + BigInt(index)).toString();
    const size = index === 0 ? 170 : random.between(24, 120);
    const members = new Set<number>(index === 0 ? [cast.hero, cast.partner] : [random.below(accountCounts.public)]);
    for (let account = 0; index === 0 && account < accountCounts.public; account += 1) {
      if (profiles[account]?.handle.includes(exampleValues.memberText) === true) {
        members.add(account);
      }
    }
    while (members.size < size) {
      members.add(random.below(accountCounts.public));
    }
    return {
      id,
      name,
      description,
      purpose: description,
      rules: rules.slice(0, random.between(2, rules.length)),
      inviteOnly: id === landmarks.inviteOnlyCommunityId,
      isNsfw: index === 8,
      createdAtMs: snowflakeTime(id) + index * 86_400_000,
      color: random.pick(colors),
      members: [...members],
      moderatorCount: index === 0 ? 33 : random.between(1, 8),
    };
  });
}
