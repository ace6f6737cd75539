/** Explains why an implementation differs from assertions, and which side AWS's documentation supports. */
export interface Judgement {
  readonly implementation: string;
  /** Says it in one plain sentence. */
  readonly because: string;
  /** `unclear` means that AWS's documentation says nothing either way. */
  readonly right: 'the assertion' | 'unclear';
  /** Lists the assertions it explains, each with its page; one that no longer differs must be removed. */
  readonly ids: readonly string[];
}

export function judged(
  implementation: string,
  judgements: readonly Omit<Judgement, 'implementation'>[],
): Judgement[] {
  return judgements.map((judgement) => ({ implementation, ...judgement }));
}
