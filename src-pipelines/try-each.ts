/**
 * Acts on each of these, `lanes` at a time, and goes on with the others where one fails. Returns the failures, in the
 * order in which they happened; an item whose act failed is not tried again.
 */
export async function tryEach<T>(
  items: Iterable<T>,
  { lanes }: { readonly lanes: number },
  act: (item: T) => Promise<void>,
): Promise<readonly unknown[]> {
  const failures: unknown[] = [];
  // The lanes take their items from one iterator, so that each item is taken once.
  const left = items[Symbol.iterator]();
  const lane = async (): Promise<void> => {
    for (let next = left.next(); next.done !== true; next = left.next()) {
      try {
        await act(next.value);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return failures;
}
