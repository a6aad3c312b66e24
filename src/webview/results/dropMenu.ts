import { html, type TemplateResult } from 'lit';
import { icon, type IconName } from '../components/icon.ts';

/** A menu that opens below its sign. Without a label the sign stands alone. */
export interface DropMenu {
  /** No other menu of the page has it. */
  readonly sign: IconName;
  readonly label: string;
  /** What is said of it and shown above the pointer, where that is more than its label. */
  readonly title?: string;
  readonly isSignOnly?: boolean;
  readonly content: TemplateResult;
}

/** A menu that closes by Escape, by a press outside of it and when the focus leaves it; the style sheet keeps it inside the page. */
export function dropMenu({ sign, label, title = label, isSignOnly = false, content }: DropMenu): TemplateResult {
  const id = `menu-${sign}`;
  return html`<div class="drop" @focusout=${closeWhenLeft} @keydown=${keepEscape}>
    <button type="button" popovertarget=${id} aria-label=${title} title=${title}>
      ${icon(sign)}${isSignOnly ? '' : html`<span class="drop-label">${label}</span>`}
    </button>
    <div class="menu" id=${id} popover>${content}</div>
  </div>`;
}

/** Closes the menu that an element stands in; the keyboard goes on from its sign. */
export function closeMenu(inside: EventTarget | null): void {
  const drop = inside instanceof Element ? inside.closest('.drop') : null;
  drop?.querySelector<HTMLElement>(':popover-open')?.hidePopover();
  drop?.querySelector('button')?.focus();
}

function closeWhenLeft({ currentTarget, relatedTarget }: FocusEvent): void {
  if (currentTarget instanceof Element && relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) {
    currentTarget.querySelector<HTMLElement>(':popover-open')?.hidePopover();
  }
}

/** The Escape that closes a menu is the browser's, and not one of VS Code's commands. */
function keepEscape(event: KeyboardEvent): void {
  if (event.key === 'Escape' && event.currentTarget instanceof Element && event.currentTarget.querySelector(':popover-open')) {
    event.stopPropagation();
  }
}
