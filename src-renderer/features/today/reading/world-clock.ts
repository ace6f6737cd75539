/** So much two clocks may differ by, and the way of an answer takes. */
const toleranceMs = 5_000;

/**
 * How far the clock of what is read is ahead of this page's. Ages are told by the clock that stamped them: a sandbox may
 * have been moved, and a computer's clock may be wrong.
 */
export function clockSkew(readAt: string | undefined, gotAt: number): number {
  const told = Date.parse(readAt ?? '');
  if (Number.isNaN(told) || gotAt === 0) return 0;
  const skew = told - gotAt;
  return Math.abs(skew) <= toleranceMs ? 0 : skew;
}
