/** Why an implementation differs from what assertions say, and who is right by AWS's documentation. */
export interface Judgement {
  readonly implementation: string;
  /** One plain sentence. */
  readonly because: string;
  /** `unclear` where AWS's documentation says nothing either way. */
  readonly right: 'the assertion' | 'unclear';
  /** The assertions it explains, each with its page; one that differs no more must leave the list. */
  readonly ids: readonly string[];
}

export function judged(
  implementation: string,
  judgements: readonly Omit<Judgement, 'implementation'>[],
): Judgement[] {
  return judgements.map((judgement) => ({ implementation, ...judgement }));
}
