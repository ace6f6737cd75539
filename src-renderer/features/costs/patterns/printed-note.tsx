import { Button } from '#renderer/ui/button/button.tsx';
import { Note } from '#renderer/ui/note/note.tsx';
import type { PrintedBy } from './printed-by.ts';
import styles from './cost-table-part.module.css';

export interface PrintedNoteProps {
  readonly printed: PrintedBy;
  /** The book in use. */
  readonly book: string;
  readonly onUse: (book: string) => void;
}

/** Both figures and why they are two. */
export function PrintedNote({ printed, book, onUse }: PrintedNoteProps) {
  const { source, day, month, ours, differs, explains } = printed;
  return (
    <div className={styles.note}>
      <Note
        tone={differs ? 'warn' : 'info'}
        action={
          printed.book.id === book ? undefined : (
            <Button size="sm" onClick={() => onUse(printed.book.id)}>
              Use its prices
            </Button>
          )
        }
      >
        <b>
          {source} prints ${day} a day{month === null ? '' : ` and $${month} a month`}; by the same prices
          ours is ${ours}.
        </b>{' '}
        {explains ?? ''} It was reckoned with {printed.book.name}
        {printed.book.id === book ? ', the book in use.' : ', not the book in use.'}
      </Note>
    </div>
  );
}
