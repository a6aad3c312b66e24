import { html, type TemplateResult } from 'lit';
import { icon, type IconName } from '../components/icon.ts';

/** A menu that opens below its sign. Without a label the sign stands alone. */
export interface DropMenu {
  readonly sign: IconName;
  readonly label: string;
  /** What is said of it and shown above the pointer, where that is more than its label. */
  readonly title?: string;
  readonly isSignOnly?: boolean;
  readonly content: TemplateResult;
}

/** Pixels that stay free between a menu and the edges of the page. */
const margin = 4;

/** A menu that closes by Escape, by a press elsewhere and when the focus leaves it, and stays inside the page. */
export function dropMenu({ sign, label, title = label, isSignOnly = false, content }: DropMenu): TemplateResult {
  return html`<details class="drop" @toggle=${toggled} @focusout=${closeWhenLeft} @keydown=${closeByEscape}>
    <summary aria-label=${title} title=${title}>
      ${icon(sign)}${isSignOnly ? '' : html`<span class="drop-label">${label}</span>`}
    </summary>
    <div class="menu">${content}</div>
  </details>`;
}

/** Closes the menu that an element stands in; the keyboard goes on from its sign. */
export function closeMenu(inside: EventTarget | null): void {
  const details = inside instanceof Element ? inside.closest('details') : null;
  if (details !== null) {
    details.open = false;
    details.querySelector('summary')?.focus();
  }
}

/** How far a box must move to stay within a page that is so wide; where both do not fit, its start is seen. */
function shiftInto(width: number, box: { readonly left: number; readonly right: number }): number {
  const leftwards = Math.min(0, width - margin - box.right);
  return Math.max(leftwards, margin - box.left);
}

/** What a menu that is open listens to. */
const listening = new WeakMap<HTMLDetailsElement, AbortController>();

function toggled({ currentTarget: details }: Event): void {
  if (!(details instanceof HTMLDetailsElement)) {
    return;
  }
  listening.get(details)?.abort();
  if (!details.open) {
    return;
  }
  const closing = new AbortController();
  listening.set(details, closing);
  const { signal } = closing;
  place(details);
  window.addEventListener('resize', () => place(details), { signal });
  // a press on what takes no focus moves none, so that nothing would say that the menu was left
  document.addEventListener(
    'pointerdown',
    ({ target }) => {
      if (target instanceof Node && !details.contains(target)) {
        details.open = false;
      }
    },
    { signal },
  );
}

function place(details: HTMLDetailsElement): void {
  const menu = details.querySelector<HTMLElement>('.menu');
  if (menu !== null) {
    menu.style.translate = '';
    menu.style.maxBlockSize = `${Math.max(0, innerHeight - menu.getBoundingClientRect().top - margin)}px`;
    menu.style.translate = `${shiftInto(document.documentElement.clientWidth, menu.getBoundingClientRect())}px`;
  }
}

function closeWhenLeft(event: FocusEvent): void {
  const { currentTarget, relatedTarget } = event;
  if (currentTarget instanceof HTMLDetailsElement && relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) {
    currentTarget.open = false;
  }
}

function closeByEscape(event: KeyboardEvent): void {
  if (event.key === 'Escape' && event.currentTarget instanceof HTMLDetailsElement && event.currentTarget.open) {
    event.stopPropagation();
    closeMenu(event.currentTarget);
  }
}
