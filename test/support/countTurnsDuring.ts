/** Counts the turns that others have while something goes on. */
export async function countTurnsDuring<T>(work: Promise<T>): Promise<{ readonly turns: number; readonly result: T }> {
  let turns = 0;
  let isOver = false;
  const others = () => {
    turns += 1;
    if (!isOver) {
      setImmediate(others);
    }
  };
  setImmediate(others);
  const result = await work.finally(() => {
    isOver = true;
  });
  return { turns, result };
}
