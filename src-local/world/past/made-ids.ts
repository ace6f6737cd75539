import { ulidAt } from '#shared/domain/id-forms.ts';
import { seededRandomness, throwDie } from '../randomness.ts';

export function formatIsoTime(time: number): string {
  return new Date(time).toISOString();
}

/** `which` tells ids with equal dice apart. */
export function makeUlid(time: number, hash: number, which: number): string {
  let die = 16 * which;
  return ulidAt(time, () => throwDie(hash, die++));
}

/** `which` tells ids with equal dice apart. */
export function makeUuid(hash: number, which: number): string {
  return seededRandomness(`${hash}/${which}`).uuid();
}

/** The bytes are drawn only on request, and the etag is never checked against them. */
export function makeEtag(text: string): string {
  return seededRandomness(text).hex(32);
}
