/** Tells whether the page has the keyboard: VS Code does not know it of a page in a view, and keys of its own ask for it. */
export function tellFocus(told: (isFocused: boolean) => void): void {
  window.addEventListener('focus', () => told(true));
  window.addEventListener('blur', () => told(false));
  if (document.hasFocus()) {
    told(true);
  }
}
