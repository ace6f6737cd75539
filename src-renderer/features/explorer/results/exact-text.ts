/** Exact digits as people read them, "1,500,000.25"; what is written with a power of ten stays so. */
export function exactText(digits: string): string {
  if (!/^-?\d+(\.\d+)?$/.test(digits)) return digits;
  const [whole = '', fraction] = digits.replace('-', '−').split('.');
  const groups = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? groups : `${groups}.${fraction}`;
}
