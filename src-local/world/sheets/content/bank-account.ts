/**
 * An account number that passes every check and belongs to nobody: its bank does not exist.
 * https://en.wikipedia.org/wiki/International_Bank_Account_Number#Algorithms
 */
export function bankAccount(country: string, account: string): string {
  const check = 98 - remainder(`${account}${country}00`);
  const whole = `${country}${String(check).padStart(2, '0')}${account}`;
  return whole.replaceAll(/(.{4})(?=.)/g, '$1 ');
}

/** By 97, of the number that it is with A as 10, B as 11 and so on. */
function remainder(text: string): number {
  let rest = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    rest = code > 57 ? (rest * 100 + code - 55) % 97 : (rest * 10 + code - 48) % 97;
  }
  return rest;
}
