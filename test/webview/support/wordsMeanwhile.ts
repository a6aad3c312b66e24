import type { FrameLocator } from 'playwright-core';

/**
 * Notes all that a part of a page says from now on, also what does not stay.
 * @returns reads what it has said so far, in order, each once
 */
export async function wordsMeanwhile(frame: FrameLocator, selector: string): Promise<() => Promise<readonly string[]>> {
  const body = frame.locator('body');
  const name = JSON.stringify(`words of ${selector}`);
  await body.evaluate(`(() => {
    const words = (window[${name}] = []);
    const look = () => {
      const text = document.querySelector(${JSON.stringify(selector)})?.textContent?.trim() ?? '';
      if (text !== '' && words.at(-1) !== text) words.push(text);
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
    look();
  })()`);
  return async () => await body.evaluate(`window[${name}]`);
}
