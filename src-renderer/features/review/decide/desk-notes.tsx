import type { ReviewDocument } from '#shared/contract/review/document.ts';

export interface DeskNotesProps {
  readonly document: ReviewDocument;
  /** Somebody else holds it. */
  readonly held: { readonly by: string; readonly until: string | null } | null;
  /** It was sent and no certain answer came. */
  readonly unclear: {
    readonly message: string;
    readonly onAskAgain: () => void;
    readonly isAsking: boolean;
  } | null;
  readonly onTakeNext: () => void;
  readonly onTryClaim: () => void;
}

/** What a reviewer has to know before deciding: whose it is, whose turn, what a colleague has written, what is uncertain. */
export function DeskNotes(_props: DeskNotesProps) {
  return null;
}
