/** After a failure nothing new starts; it is thrown once all running work has ended. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  atOnceMax: number,
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const failures: unknown[] = [];
  const rest = items.entries();
  const lane = async (): Promise<void> => {
    for (const [index, item] of rest) {
      if (failures.length > 0) return;
      try {
        results[index] = await work(item, index);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnceMax, items.length) }, lane));
  if (failures.length > 0) throw failures[0];
  return results;
}
