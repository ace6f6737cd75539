import { throwOf } from '../sheets/throws.ts';

/** `which`: of those with these dice. */
export function toldUuid(hash: number, which: number): string {
  let hex = '';
  for (let word = 0; word < 4; word += 1) {
    const bits = Math.floor(throwOf(hash, 4 * which + word) * 2 ** 32);
    hex += bits.toString(16).padStart(8, '0');
  }
  const [first, second, third] = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(13, 16)];
  return `${first}-${second}-4${third}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
