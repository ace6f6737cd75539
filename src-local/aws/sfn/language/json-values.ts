/** Returns true if two JSON values are equal; the order of an object's members does not matter. */
export function sameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) || Array.isArray(other)) {
    return (
      Array.isArray(one) &&
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((item, index) => sameJson(item, other[index]))
    );
  }
  const members = Object.entries(one);
  return (
    members.length === Object.keys(other).length &&
    members.every(
      ([name, value]) =>
        Object.hasOwn(other, name) && sameJson(value, (other as Record<string, unknown>)[name]),
    )
  );
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
