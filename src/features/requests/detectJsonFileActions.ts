/** What a menu may offer on a JSON file: its raw JSON as records, its posts as a thread. */
export type JsonFileAction = 'records' | 'thread';

/** How much of a file is looked at: posts stand early in every file that holds some. */
export const jsonScanLimits = { lines: 2000, characters: 256 * 1024 };

/** Names that only the platform's own JSON has together. */
const upstreamJsonPatterns = [
  /"(?:legacy|core|result|tweet_results|user_results|entries|screen_name)"\s*:/,
  /"(?:__typename|rest_id|full_text|id_str)"\s*:/,
];
/** Names of a post in the simple format: what it says, and who. */
const simplePostPatterns = [/"text"\s*:/, /"author"\s*:/, /"id"\s*:/];
const upstreamPostPattern = /"(?:full_text|tweet_results|note_tweet)"\s*:/;

/** What can be offered on a text, by the names in it: it is not parsed, so that nobody waits for a menu. */
export function detectJsonFileActions(text: string): readonly JsonFileAction[] {
  const looked = text.slice(0, jsonScanLimits.characters);
  const holds = (names: readonly RegExp[]): boolean => names.every((name) => name.test(looked));
  const isUpstream = holds(upstreamJsonPatterns);
  return [
    ...(isUpstream ? (['records'] as const) : []),
    ...((isUpstream && upstreamPostPattern.test(looked)) || holds(simplePostPatterns) ? (['thread'] as const) : []),
  ];
}
