export const inputLimitBytes = 1_048_576;
const depthLimit = 32;

export type Measure = 'fits' | 'too-large' | 'not-json';

/**
 * Walks an input before any schema sees it. IPC hands over structured clones, which may hold
 * cycles, maps or a gigabyte of text; everything but plain JSON within the cap is turned away
 * here, so the schemas only ever meet small, finite data.
 */
export function measureInput(input: unknown, limit = inputLimitBytes): Measure {
  const pending: { value: unknown; depth: number }[] = [{ value: input, depth: 0 }];
  let bytes = 0;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value, depth } = next;
    if (depth > depthLimit) return 'not-json';
    const size = sizeOfScalar(value);
    if (size !== undefined) {
      bytes += size;
    } else if (Array.isArray(value)) {
      bytes += 2 + value.length;
      if (bytes > limit) return 'too-large';
      for (const item of value) pending.push({ value: item, depth: depth + 1 });
    } else if (isPlainObject(value)) {
      bytes += 2;
      for (const key of Object.keys(value)) {
        if (key === '__proto__') return 'not-json';
        bytes += key.length + 4;
        pending.push({ value: value[key], depth: depth + 1 });
      }
    } else {
      return 'not-json';
    }
    if (bytes > limit) return 'too-large';
  }
  return 'fits';
}

/** Characters, not bytes, for text: at most three times too kind, and it never copies the text. */
function sizeOfScalar(value: unknown): number | undefined {
  if (value === null || value === undefined) return 4;
  if (typeof value === 'string') return value.length + 2;
  if (typeof value === 'boolean') return 5;
  if (typeof value === 'number') return Number.isFinite(value) ? 8 : undefined;
  return undefined;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}
