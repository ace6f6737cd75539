interface Unfit {
  readonly path: readonly (string | number)[];
  readonly problem: string;
}

const deepest = 40;

/**
 * What a schema would stumble over instead of naming it: values nested deeper than the stack is, and
 * `__proto__`, which it leaves out without a word.
 */
export function unfitJson(json: unknown): Unfit | undefined {
  // A list and no recursion, for the same reason.
  const open: { value: unknown; path: readonly (string | number)[] }[] = [{ value: json, path: [] }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, path } = next;
    if (typeof value !== 'object' || value === null) continue;
    if (path.length >= deepest) return { path, problem: `is nested deeper than ${deepest} levels` };
    if (Object.hasOwn(value, '__proto__')) {
      return {
        path: [...path, '__proto__'],
        problem: 'is a name that JavaScript takes for itself; expected another one',
      };
    }
    for (const [name, inner] of Object.entries(value)) {
      open.push({ value: inner, path: [...path, Array.isArray(value) ? Number(name) : name] });
    }
  }
  return undefined;
}
