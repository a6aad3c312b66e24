/**
 * Where a line of a virtual list goes to come into sight; one that is higher than the view begins at its top. Asked of the
 * page: the virtualiser hears of a scroll, and of a new height, a frame later, and would lead to where the line was.
 * @returns `stay` where it is in sight or fills the view; `auto` where it is not in the page, and the virtualiser alone knows
 */
export function findScrollAlignment(line: Element | null, scroller: Element | null): 'auto' | 'start' | 'end' | 'stay' {
  if (line === null || scroller === null) {
    return 'auto';
  }
  const [box, view] = [line.getBoundingClientRect(), scroller.getBoundingClientRect()];
  const isHeadAbove = box.top < view.top - 1;
  const isEndBelow = box.bottom > view.bottom + 1;
  if (isHeadAbove === isEndBelow) {
    return 'stay';
  }
  return isHeadAbove || box.height > view.height ? 'start' : 'end';
}
