import styles from './key-role.module.css';
import { classNames } from './class-names.ts';
import { VisuallyHidden } from './visually-hidden.tsx';
import { messages } from './messages.ts';

/** The role says which of an item's keys an attribute belongs to. */
export type KeyRole = 'pk' | 'sk' | 'gsi1' | 'gsi2' | 'gsi3' | 'gsi4' | 'gsi5';

/** Returns a class that sets --key-colour to the key's colour. */
export function keyRoleClass(role: KeyRole): string | undefined {
  return styles[role];
}

/** Every index of a table has a colour by its place in the declaration; from the fifth on they share one. */
export function indexRole(indexes: readonly string[], index: string | null): KeyRole {
  return index === null ? 'pk' : (indexRoles[indexes.indexOf(index)] ?? 'gsi5');
}

const indexRoles: readonly KeyRole[] = ['gsi1', 'gsi2', 'gsi3', 'gsi4', 'gsi5'];

interface IndexNameProps {
  /** The name is as in receipts, with "table" for the table's own key. */
  readonly index: string;
}

/** Writes the table's own key as PK wherever an index is named, with its meaning for screen readers. */
export function IndexName({ index }: IndexNameProps) {
  return index === 'table' ? <OwnKey text="PK" /> : index;
}

const ownKeyWords = messages.parts.tableKey;

function OwnKey({ text }: { readonly text: string }) {
  return (
    <>
      <span aria-hidden>{text}</span>
      <VisuallyHidden>{ownKeyWords}</VisuallyHidden>
    </>
  );
}

interface IndexBadgeProps {
  /** Null stands for the table's own key. */
  readonly index: string | null;
  readonly role: KeyRole;
  /** This text replaces the index's name, as in "PK + SK". */
  readonly text?: string | undefined;
  readonly quiet?: boolean | undefined;
}

/** Shows an index with its colour and name; the table's own key is always called PK. */
export function IndexBadge({ index, role, text, quiet = false }: IndexBadgeProps) {
  return (
    <span className={classNames(styles.badge, !quiet && keyRoleClass(role))} title={index ?? ownKeyWords}>
      {index === null ? <OwnKey text={text ?? 'PK'} /> : (text ?? index)}
    </span>
  );
}
