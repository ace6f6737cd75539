/**
 * Whether a document is one of so many in a hundred. By its id alone: the same documents each time, and a larger share
 * holds all of a smaller one.
 */
export function sampled(documentId: string, percent: number): boolean {
  return placeOf(documentId) * 100 < percent;
}

/** 0 ≤ n < 1. FNV-1a, and MurmurHash's last step: ids that differ in their last letter alone lie far apart. */
function placeOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at += 1) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
