/**
 * Works on several items at once; each lane takes the next item when it has finished one. An error ends all lanes
 * after their current items.
 */
export async function inLanes<T>(
  items: readonly T[],
  lanes: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  let next = 0;
  let failed = false;
  const lane = async (): Promise<void> => {
    while (next < items.length && !failed) {
      const item = items[next] as T;
      next += 1;
      try {
        await work(item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: Math.min(lanes, items.length) }, lane));
  const end = ends.find((one) => one.status === 'rejected');
  if (end !== undefined) throw end.reason;
}

export function inChunks<T>(items: readonly T[], size: number): readonly T[][] {
  const chunks: T[][] = [];
  for (let from = 0; from < items.length; from += size) chunks.push(items.slice(from, from + size));
  return chunks;
}
