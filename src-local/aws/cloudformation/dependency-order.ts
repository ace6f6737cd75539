/**
 * Returns the keys so that each comes after those that it depends on, and otherwise in the given order. With a cycle it
 * returns one of the cycles instead, its first key again at the end.
 */
export function sortByDependencies(
  dependencies: ReadonlyMap<string, Iterable<string>>,
): { readonly order: readonly string[] } | { readonly cycle: readonly string[] } {
  const order: string[] = [];
  const done = new Set<string>();
  const path: string[] = [];

  function visit(key: string): readonly string[] | undefined {
    if (done.has(key)) return undefined;
    const earlier = path.indexOf(key);
    if (earlier !== -1) return [...path.slice(earlier), key];
    path.push(key);
    for (const other of dependencies.get(key) ?? []) {
      if (!dependencies.has(other)) continue;
      const cycle = visit(other);
      if (cycle) return cycle;
    }
    path.pop();
    done.add(key);
    order.push(key);
    return undefined;
  }

  for (const key of dependencies.keys()) {
    const cycle = visit(key);
    if (cycle) return { cycle };
  }
  return { order };
}
