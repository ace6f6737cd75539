import { classNames } from './class-names.ts';
import styles from './index-badge.module.css';
import { keyRoleClass, type KeyRole } from './key-role.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

interface IndexNameProps {
  /** As receipts name it: "table" for the table's own key. */
  readonly index: string;
}

/** The table's own key is called PK wherever an index is named; aloud it says what that is. */
export function IndexName({ index }: IndexNameProps) {
  return index === 'table' ? <OwnKey text="PK" /> : index;
}

const ownKeyWords = "the table's own key";

function OwnKey({ text }: { readonly text: string }) {
  return (
    <>
      <span aria-hidden>{text}</span>
      <VisuallyHidden>{ownKeyWords}</VisuallyHidden>
    </>
  );
}

interface IndexBadgeProps {
  /** Null for the table's own key. */
  readonly index: string | null;
  readonly role: KeyRole;
  /** "PK + SK" in place of the index's name. */
  readonly text?: string | undefined;
  readonly quiet?: boolean | undefined;
}

/** An index in its colour and its name; the table's own key is called PK wherever it is. */
export function IndexBadge({ index, role, text, quiet = false }: IndexBadgeProps) {
  return (
    <span className={classNames(styles.badge, !quiet && keyRoleClass(role))} title={index ?? ownKeyWords}>
      {index === null ? <OwnKey text={text ?? 'PK'} /> : (text ?? index)}
    </span>
  );
}
