/** Puts sentences one after the other, as a voice reads them; the empty ones are left out, and only the last may lack its full stop. */
export function joinSentences(sentences: readonly string[]): string {
  const said = sentences.filter((sentence) => sentence !== '');
  return said.map((sentence, at) => (at === said.length - 1 || /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`)).join(' ');
}
