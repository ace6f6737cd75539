import type { Accuracy, FieldAccuracy } from '#shared/contract/review/accuracy.ts';

/** Whether a field's score may be coloured: only where it puts right ones above wrong ones. */
export function scoreRanks(accuracy: Accuracy | undefined, field: string): boolean {
  return accuracyOf(accuracy, field)?.verdict === 'ranks';
}

/** Why a field's score is not coloured; null where it is, or while nobody knows. */
export function whyNoColour(accuracy: Accuracy | undefined, field: string): string | null {
  if (accuracy === undefined || scoreRanks(accuracy, field)) return null;
  return `Not coloured. ${accuracyWords(accuracy, field, null) ?? ''}`;
}

/** What reviewers have found of a field at this score; null while that is being read. */
export function accuracyWords(
  accuracy: Accuracy | undefined,
  field: string,
  score: number | null,
): string | null {
  if (accuracy === undefined) return null;
  const of = accuracyOf(accuracy, field);
  if (of === undefined || of.n === 0) return 'No reviewer has decided on this field yet.';
  const n = countWords(of.n);
  if (of.verdict === 'too few') return `Too few decisions to say what the score is worth here (${n}).`;
  if (of.auroc === null) {
    const none = of.right === 0 ? 'nothing right' : 'no error';
    return `Reviewers have found ${none} here yet (${n}), so nobody knows what the score is worth.`;
  }
  if (of.verdict === 'does not rank') return `The score does not tell right from wrong here (${n}).`;
  if (score === null) return `Reviewers found it right ${share(of)}.`;
  const band = of.bands.find(({ from, to }) => score >= from && (score < to || (to >= 1 && score <= to)));
  return band === undefined || band.n === 0
    ? `Nobody has decided on it at ${score.toFixed(2)} yet (${n} at other scores).`
    : `At ${score.toFixed(2)} reviewers found it right ${share(band)}.${accuracy.cut === null ? '' : ` ${accuracy.cut}`}`;
}

function accuracyOf(accuracy: Accuracy | undefined, field: string): FieldAccuracy | undefined {
  return accuracy?.fields.find((one) => one.field === field);
}

function share({ n, right, low, high }: Pick<FieldAccuracy, 'n' | 'right' | 'low' | 'high'>): string {
  return `${percent(right / n)}\u00A0% of the time, ${countWords(n)} (${percent(low)}–${percent(high)}\u00A0%)`;
}

/** In one piece: at a line's end nobody should have to look for what it is that is 214. */
function countWords(n: number): string {
  return `n\u00A0=\u00A0${String(n)}`;
}

function percent(of: number): string {
  return String(Math.round(of * 100));
}
