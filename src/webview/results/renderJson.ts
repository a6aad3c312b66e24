import { html, type TemplateResult } from 'lit';
import { type FoldableJsonLine, toFoldableJsonLines, tokenizeJsonLine } from '../../app/table/foldableJsonLines.ts';

/**
 * Formatted JSON with colours, whose lists and objects can be folded: by a press on the line that opens one, or with Left and Right;
 * Up and Down go from one to the next.
 * @param tab of the first of these lines
 */
export function renderJson(text: string, tab: 0 | -1): TemplateResult {
  let next = tab;
  const part = ({ line, inside, end }: FoldableJsonLine): TemplateResult => {
    if (inside === undefined) {
      return html`<div>${renderJsonLine(line)}</div>`;
    }
    const own = next;
    next = -1;
    return html`<details open>
      <summary tabindex=${own}>${renderJsonLine(line)}<span class="folded"> … ${end?.trim() ?? ''}</span></summary>
      ${inside.map(part)}${end === undefined ? '' : html`<div>${end}</div>`}
    </details>`;
  };
  return html`<div class="json" dir="ltr" @keydown=${handleJsonFoldKey}>${toFoldableJsonLines(text).map(part)}</div>`;
}

function renderJsonLine(line: string): readonly unknown[] {
  return tokenizeJsonLine(line).map(({ kind, text }) =>
    kind === 'other' ? text : html`<span class=${`json-${kind}`}>${text}</span>`,
  );
}

function handleJsonFoldKey(this: void, event: KeyboardEvent): void {
  const { target, currentTarget, key } = event;
  if (!(target instanceof HTMLElement && currentTarget instanceof HTMLElement)) {
    return;
  }
  const fold = target.closest('summary')?.parentElement;
  if (!(fold instanceof HTMLDetailsElement) || event.ctrlKey || event.altKey || event.metaKey) {
    return;
  }
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    fold.open = key === 'ArrowRight';
  } else if (key === 'ArrowDown' || key === 'ArrowUp') {
    const shown = [...currentTarget.querySelectorAll('summary')].filter((one) => one.checkVisibility());
    const neighbour = shown[shown.indexOf(target) + (key === 'ArrowDown' ? 1 : -1)];
    if (neighbour === undefined) {
      return;
    }
    neighbour.focus();
  } else {
    return;
  }
  event.preventDefault();
  event.stopPropagation();
}
