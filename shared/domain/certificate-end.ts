const dayMs = 86_400_000;
/** A certificate is best renewed from here on, because a new one takes a company some days. */
const soonDays = 30;

/** Says when a certificate ends or has ended; from a month before on, that it is soon. `until` is a time in ISO 8601. */
export function describeCertificateEnd(
  until: string,
  now: number,
): { readonly says: string; readonly isTrouble: boolean } {
  const date = until.slice(0, 10);
  const left = Date.parse(until) - now;
  if (left <= 0) return { says: `ended on ${date}`, isTrouble: true };
  const days = Math.floor(left / dayMs);
  if (days >= soonDays) return { says: `ends on ${date}`, isTrouble: false };
  const inDays = days === 0 ? 'within a day' : days === 1 ? 'in 1 day' : `in ${days} days`;
  return { says: `ends on ${date}, ${inDays}: renew it`, isTrouble: true };
}

interface Bundle {
  readonly count: number;
  readonly ended: number;
  readonly nextEnd: string | null;
}

/** Says how old the certificates of a file are: "2 certificates, 1 has ended; the next ends on 2027-01-01". */
export function describeBundle({ count, ended, nextEnd }: Bundle, now: number): string {
  const all = count === 1 ? '1 certificate' : `${count} certificates`;
  const over = ended === 0 ? '' : `, ${ended} ${ended === 1 ? 'has' : 'have'} ended`;
  const next = nextEnd === null ? '' : `; the next ${describeCertificateEnd(nextEnd, now).says}`;
  return `${all}${over}${next}`;
}
