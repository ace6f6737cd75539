const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** An id whose order is that of time: ten characters of it, sixteen of chance. https://github.com/ulid/spec */
export function ulidAt(time: number, unit: () => number): string {
  let left = time;
  let text = '';
  for (let place = 0; place < 10; place += 1) {
    text = (alphabet[left % 32] ?? '') + text;
    left = Math.floor(left / 32);
  }
  for (let place = 0; place < 16; place += 1) text += alphabet[Math.floor(unit() * 32)] ?? '';
  return text;
}
