import type { Advice } from '#shared/domain/thresholds/advice.ts';
import { perThousand } from '#shared/domain/thresholds/escaped-errors.ts';
import { listed } from '#shared/domain/listed-words.ts';
import { amountText } from './figure-words.ts';

/** What to do for at most so many errors in a thousand, or why nobody can say. */
export function adviceWords(advice: Advice, atMost: number): string {
  if (advice.kind === 'none') {
    const { fewest } = advice;
    const per = fewest && perThousand(fewest.escaped);
    const least =
      per === null || fewest === null
        ? 'nothing would be accepted'
        : `the fewest are about ${amountText(per.errors)}, from ${fewest.reviewThreshold.toFixed(2)}`;
    return `No review threshold keeps it to ${String(atMost)} per 1,000: ${least}.`;
  }
  if (advice.kind === 'not looked at') {
    return `No advice: nobody has looked at documents scored ${bandsWords(advice.bands)} that would be accepted. Checks of quality would tell.`;
  }
  const per = perThousand(advice.escaped);
  const errors = per === null ? '0' : amountText(per.errors);
  const upper = per === null ? '0' : amountText(per.high);
  return `From ${advice.reviewThreshold.toFixed(2)} about ${errors} of 1,000 accepted would be wrong, at most ${upper} with 95\u00A0% (n\u00A0=\u00A0${String(advice.escaped.n)}).`;
}

/** "0.80 to 0.85 and 0.95 to 1.00": bands that touch are one. */
function bandsWords(bands: readonly { readonly from: number; readonly to: number }[]): string {
  const joined: { from: number; to: number }[] = [];
  for (const { from, to } of bands) {
    const last = joined.at(-1);
    if (last !== undefined && Math.abs(last.to - from) < 1e-9) last.to = to;
    else joined.push({ from, to });
  }
  return listed(joined.map(({ from, to }) => `${from.toFixed(2)} to ${to.toFixed(2)}`));
}
