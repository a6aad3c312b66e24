import { html, type TemplateResult } from 'lit';

/** What a screen reader says when it changes, without taking the focus; not seen. */
export function renderLiveRegion(text: string): TemplateResult {
  return html`<div class="spoken" role="status" aria-live="polite" aria-atomic="true">${text}</div>`;
}
