import { throwDie, hashText } from '../randomness.ts';

/** Formats like `toISOString`, but faster for tens of thousands of times within a few days. */
export function formatIsoTime(time: number): string {
  const day = Math.floor(time / dayMs);
  const left = time - day * dayMs;
  const second = Math.floor(left / 1_000);
  const minute = Math.floor(second / 60);
  const clock = `${two[Math.floor(minute / 60)]}:${two[minute % 60]}:${two[second % 60]}`;
  return `${dayText(day)}${clock}.${String(left % 1_000).padStart(3, '0')}Z`;
}

const dayMs = 86_400_000;
const two = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));

const days = new Map<number, string>();

function dayText(day: number): string {
  const known = days.get(day);
  if (known !== undefined) return known;
  const text = new Date(day * dayMs).toISOString().slice(0, 11);
  days.set(day, text);
  return text;
}

/** Makes ids like `ulidAt`, but two characters at a time, for many events. `which` tells ids with equal dice apart. */
export function makeUlid(time: number, hash: number, which: number): string {
  const high = Math.floor(time / 2 ** 30);
  const low = time - high * 2 ** 30;
  let text = `${pair(high >> 10)}${pair(high)}${pair(low >> 20)}${pair(low >> 10)}${pair(low)}`;
  for (let word = 0; word < 4; word += 1) {
    const bits = Math.floor(throwDie(hash, 4 * which + word) * 2 ** 20);
    text += pair(bits >> 10) + pair(bits);
  }
  return text;
}

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const pairs = Array.from(
  { length: 1_024 },
  (_, bits) => alphabet.charAt(bits >> 5) + alphabet.charAt(bits & 31),
);

function pair(bits: number): string {
  return pairs[bits & 1_023] ?? '';
}

/** `which`: of those with these dice. */
export function makeUuid(hash: number, which: number): string {
  let hex = '';
  for (let word = 0; word < 4; word += 1) {
    const bits = Math.floor(throwDie(hash, 4 * which + word) * 2 ** 32);
    hex += bits.toString(16).padStart(8, '0');
  }
  const [first, second, third] = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(13, 16)];
  return `${first}-${second}-4${third}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** A fast hash suffices, since the bytes are drawn only on request and the etag is never checked against them. */
export function makeEtag(text: string): string {
  const parts = [0, 1, 2, 3].map((part) => (hashText(`${text}/${part}`) >>> 0).toString(16));
  return parts.map((part) => part.padStart(8, '0')).join('');
}
