/** A score, and what people have found of the document; null where nobody has looked. */
export interface JudgedScore {
  readonly score: number;
  readonly judged: 'right' | 'corrected' | 'unusable' | null;
}

/** That it had to be changed, or could not be used at all. */
export function isWrong({ judged }: Pick<JudgedScore, 'judged'>): boolean {
  return judged === 'corrected' || judged === 'unusable';
}
