import type { KeyboardEvent, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './side-list.module.css';

interface SideListProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** Lists what can be opened beside it. The arrow keys move between its rows. */
export function SideList({ label, children }: SideListProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows move between its buttons, which are reached by Tab as well
    <ul aria-label={label} onKeyDown={moveFocus}>
      {children}
    </ul>
  );
}

function moveFocus(event: KeyboardEvent): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (by === undefined) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>(':scope > li > button')];
  const at = rows.findIndex((row) => row === document.activeElement);
  const next = rows[at + by];
  if (at === -1 || next === undefined) return;
  event.preventDefault();
  next.focus();
}

interface SideListRowProps {
  readonly isOpen: boolean;
  /** Lays out the content, which is in a grid. */
  readonly className: string | undefined;
  readonly title?: string | undefined;
  /** Stands below the row without being part of its button. */
  readonly below?: ReactNode;
  readonly onOpen: () => void;
  readonly children: ReactNode;
}

export function SideListRow({ isOpen, className, title, below, onOpen, children }: SideListRowProps) {
  return (
    <li className={styles.item}>
      <button
        type="button"
        className={classNames(styles.row, className)}
        aria-current={isOpen || undefined}
        title={title}
        onClick={onOpen}
      >
        {children}
      </button>
      {below}
    </li>
  );
}

interface SideListNoteProps {
  readonly title?: string | undefined;
  readonly children: ReactNode;
}

/** Shows a quiet line of a row, which is cut where it is too long. */
export function SideListNote({ title, children }: SideListNoteProps) {
  return (
    <span className={styles.note} title={title}>
      {children}
    </span>
  );
}
