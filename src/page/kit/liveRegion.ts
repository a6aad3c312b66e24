import { html, type TemplateResult } from 'lit';

/** What a screen reader says when it changes, without taking the focus; not seen. */
export function renderLiveRegion(text: string): TemplateResult {
  return html`<div class="spoken" role="status" aria-live="polite" aria-atomic="true">${text}</div>`;
}

/** Empty sentences are left out, and only the last may lack its full stop. */
export function joinSentences(sentences: readonly string[]): string {
  const said = sentences.filter((sentence) => sentence !== '');
  return said.map((sentence, at) => (at === said.length - 1 || /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`)).join(' ');
}
