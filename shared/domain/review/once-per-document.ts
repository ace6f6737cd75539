import type { ReviewDocument } from '../../contract/review-document.ts';

/**
 * Makes something of a document once for each key. A document is never changed in place, and each key that a reviewer
 * types asks for the same several times.
 */
export function oncePerDocument<K, T extends object>(
  make: (document: ReviewDocument, key: K) => T,
): (document: ReviewDocument, key: K) => T {
  const made = new Map<K, WeakMap<ReviewDocument, T>>();
  return (document, key) => {
    const known = made.get(key) ?? new WeakMap<ReviewDocument, T>();
    made.set(key, known);
    const before = known.get(document);
    if (before !== undefined) return before;
    const now = make(document, key);
    known.set(document, now);
    return now;
  };
}
