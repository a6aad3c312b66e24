/** Where pictures are when nobody serves them: under a reserved name, so that no address leads to a real host. */
export const nowhereMediaBase = 'https://media.example';

/**
 * The address of a picture of the world.
 * @param base what all of them start with, without a slash at the end: nowhereMediaBase, or "http://127.0.0.1:port/media"
 * @param path the picture's own part: "avatar/ada_writes.png", "photo/1200x675/12-0.png"
 */
export function pictureAddress(base: string, path: string): string {
  return `${base}/${path}`;
}
