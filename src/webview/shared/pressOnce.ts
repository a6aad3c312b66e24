/**
 * A key that is held presses once: what repeats by itself calls nothing, and stops nothing that has just begun. For the
 * element around all that can be pressed; where something is looked for, a held key goes from one find to the next.
 */
export const heldKeys = {
  capture: true,
  handleEvent: (event: KeyboardEvent): void => {
    const { target } = event;
    const isTyping = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    const isLooking = target instanceof Element && target.closest('[role="search"]') !== null;
    if (event.repeat && !isLooking && (event.key === 'Enter' || (event.key === ' ' && !isTyping))) {
      event.preventDefault();
      event.stopPropagation();
    }
  },
};

/**
 * What a press does; the second one of a double click does nothing, for by then another button may stand in the place of the
 * first: a *Stop* where *Call* was.
 */
export function firstPress(act: () => void): (event: Event) => void {
  return (event) => {
    if (!(event instanceof MouseEvent) || event.detail <= 1) {
      act();
    }
  };
}
