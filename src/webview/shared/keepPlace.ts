/**
 * Keeps where the keyboard is in a page while something else has it: VS Code's palette, or the menu of a right click. When that
 * closes, the browser gives the keyboard to the page, and to nothing in it: keys went nowhere, and what was typed was lost.
 */
export function keepPlace(): void {
  let left: HTMLElement | undefined;
  let isPressing = false;
  document.addEventListener('pointerdown', () => {
    isPressing = true;
    setTimeout(() => {
      isPressing = false;
    });
  });
  document.addEventListener('focusin', () => {
    left = undefined;
  });
  document.addEventListener('focusout', ({ target }) => {
    // who presses beside everything wants to be nowhere
    left = !isPressing && target instanceof HTMLElement ? target : undefined;
  });
  window.addEventListener('focus', () => {
    const isNowhere = document.activeElement === null || document.activeElement === document.body;
    if (isNowhere && left?.isConnected === true) {
      left.focus({ preventScroll: true });
    }
  });
}
