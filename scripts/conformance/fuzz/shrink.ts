/** Removes steps, many at first, as long as the rest still fails; the last step always stays. */
export async function shrunk<Step>(
  steps: readonly Step[],
  fails: (steps: readonly Step[]) => Promise<boolean>,
): Promise<readonly Step[]> {
  let fewest = steps;
  for (let size = Math.ceil(steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < fewest.length - 1;) {
      const tried = [...fewest.slice(0, from), ...fewest.slice(Math.min(from + size, fewest.length - 1))];
      if (await fails(tried)) fewest = tried;
      else from += size;
    }
  }
  return fewest;
}
