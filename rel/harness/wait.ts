export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export async function waitUntil(what: string, forMs: number, isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + forMs;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(`${what} did not happen within ${forMs} ms`);
    await sleep(20);
  }
}

export async function inParallel<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item, index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) await work(items[index] as Item, index);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, lane));
}
