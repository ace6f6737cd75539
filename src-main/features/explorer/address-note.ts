import { addressEnds } from './address-ends.ts';

const seconds = 1_000;
const minutes = 60 * seconds;
const hours = 60 * minutes;
const days = 24 * hours;

// As S3, CloudFront and what came before them sign an address, also where it was encoded once more
// on its way into a text.
const signature =
  /x-amz-(?:signature|security-token)(?:=|%3d|%253d)|(?:[?&]|%3f|%26|\\u0026)signature(?:=|%3d)/i;

export function isPresigned(text: string): boolean {
  return signature.test(text);
}

/** "present, expires in 12 min": all that may be told of a presigned address, from its own words. */
export function addressNote(address: string, now: number): string {
  const ends = addressEnds(address);
  if (ends === undefined) return 'present';
  return ends > now ? `present, expires in ${span(ends - now)}` : `expired ${span(now - ends)} ago`;
}

/** Rounded down: what is left must not be promised longer than it is. */
function span(ms: number): string {
  if (ms < minutes) return `${Math.floor(ms / seconds)} s`;
  if (ms < hours) return `${Math.floor(ms / minutes)} min`;
  if (ms < 2 * days) return `${Math.floor(ms / hours)} h`;
  return `${Math.floor(ms / days)} days`;
}
