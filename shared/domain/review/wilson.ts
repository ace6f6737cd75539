/** Of a normal distribution, for 95 %. */
const z = 1.959963984540054;

/** Between which shares the true one lies, with 95 %. Unlike the plain interval it holds for few and for all right. */
export function wilsonInterval(right: number, n: number): { readonly low: number; readonly high: number } {
  if (n === 0) return { low: 0, high: 1 };
  const share = right / n;
  const spread = z * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n));
  const middle = share + (z * z) / (2 * n);
  const whole = 1 + (z * z) / n;
  return {
    low: right === 0 ? 0 : Math.max(0, (middle - spread) / whole),
    high: right === n ? 1 : Math.min(1, (middle + spread) / whole),
  };
}
