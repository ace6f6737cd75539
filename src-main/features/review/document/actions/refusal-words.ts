import type { Outcome } from '#shared/contract/review/decisions.ts';
import type { Problem, ProblemCode } from '#shared/pipeline-api/problem.ts';

/** What this person may not do, however often they try. Undefined: it is none of these. */
export function refusalOf({ code, detail }: Problem, notDone: string): Outcome | undefined {
  const why = words[code];
  if (why === undefined) return undefined;
  // The API says to whom it does not go, and why; of the others these words say more.
  const message = code === 'not-a-reviewer' && detail.trim() !== '' ? detail : `${why} ${notDone}`;
  return { kind: 'refused', problem: code, message };
}

const words: Partial<Readonly<Record<ProblemCode, string>>> = {
  'not-twice-by-you': 'You have decided this document already, and it asks for another person.',
  'hold-over': 'The ten seconds to take it back are over.',
  'not-your-review': 'It was decided by somebody else, and only they can take that back.',
  'not-a-reviewer': 'They do not review for this tenant.',
  'already-checked': 'Somebody has checked this document already.',
  'not-accepted-unseen': 'Only a document that was accepted without a person can be checked.',
};
