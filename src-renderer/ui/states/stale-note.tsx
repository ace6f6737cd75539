import type { ReactNode } from 'react';
import { Note } from '../note/note.tsx';

export interface StaleNoteProps {
  /** Why the data is old: "Sign-in expired at 14:02." */
  readonly reason: string;
  /** What is on the screen instead: "Showing 14:01. Drafts are kept." */
  readonly showing: string;
  readonly action?: ReactNode;
  readonly flat?: boolean | undefined;
}

/** Old data stays on the screen, marked as old. */
export function StaleNote({ reason, showing, action, flat }: StaleNoteProps) {
  return (
    <Note tone="warn" live flat={flat} action={action}>
      <b>{reason}</b> {showing}
    </Note>
  );
}
