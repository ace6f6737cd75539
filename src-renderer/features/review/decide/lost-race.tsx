import type { ReviewDocument } from '#shared/contract/review/document.ts';
import type { Edits } from '#shared/domain/review/draft-rules.ts';

export interface LostRaceProps {
  /** As this person saw it. */
  readonly mine: ReviewDocument;
  readonly edits: Edits;
  /** As it is now. */
  readonly theirs: ReviewDocument;
  /** Which edits stay, on their version. Only where it still waits for review. */
  readonly onKeep: (edits: Edits) => void;
  /** Nothing of mine is kept; the next one. */
  readonly onLeave: () => void;
}

/** Somebody was faster: what they made of it beside mine, field by field. */
export function LostRace(_props: LostRaceProps) {
  return null;
}
