import type { DocumentItem, Undo } from '../../extraction/item-shapes.ts';

export const unassigned = {
  assignedTo: undefined,
  assignedBy: undefined,
  assignedNote: undefined,
  assignedAt: undefined,
} as const;

/** Kept with a decision for as long as it can be undone. Undone, the document is where it was among those that wait. */
export function whatItWas({ status, statusSince, updatedAt, ...before }: DocumentItem): Undo {
  const since = (statusSince ?? updatedAt) as string | undefined;
  const { opinions, differs, holdUntil } = before;
  return {
    status,
    ...(since !== undefined && { statusSince: since }),
    ...(opinions && { opinions }),
    ...(differs && { differs }),
    ...(holdUntil !== undefined && { holdUntil }),
    ...assignmentOf(before),
  };
}

/** Whom it has been handed to since stays. */
export function asItWas(decided: DocumentItem): Partial<DocumentItem> {
  const {
    status = 'REVIEW_REQUIRED',
    statusSince,
    opinions,
    differs,
    holdUntil,
    ...undo
  } = decided.undo ?? {};
  return {
    status,
    ...(statusSince && { statusSince }),
    ...(opinions && { opinions }),
    ...(differs && { differs }),
    // What waits and has one has an opinion that is not told: that of the first is as before.
    ...(holdUntil !== undefined && { holdUntil }),
    ...(decided.assignedTo === undefined && assignmentOf(undo)),
  };
}

export const undecided = {
  decision: undefined,
  reviewedBy: undefined,
  reviewedAt: undefined,
  holdUntil: undefined,
  undo: undefined,
  opinions: undefined,
  differs: undefined,
} as const;

type Assignment = Pick<DocumentItem, keyof typeof unassigned>;

function assignmentOf({ assignedTo, assignedBy, assignedNote, assignedAt }: Assignment): Assignment {
  return {
    ...(assignedTo !== undefined && { assignedTo }),
    ...(assignedBy !== undefined && { assignedBy }),
    ...(assignedNote !== undefined && { assignedNote }),
    ...(assignedAt !== undefined && { assignedAt }),
  };
}
