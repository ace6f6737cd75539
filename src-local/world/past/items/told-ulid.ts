import { throwOf } from '../../sheets/throws.ts';

/** As `ulidAt`, two characters at a time: there are ten thousands of events. `which`: of those with these dice. */
export function toldUlid(time: number, hash: number, which: number): string {
  const high = Math.floor(time / 2 ** 30);
  const low = time - high * 2 ** 30;
  let text = `${pair(high >> 10)}${pair(high)}${pair(low >> 20)}${pair(low >> 10)}${pair(low)}`;
  for (let word = 0; word < 4; word += 1) {
    const bits = Math.floor(throwOf(hash, 4 * which + word) * 2 ** 20);
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
