import type { Edit } from '#shared/contract/review/decisions.ts';
import { isDecided } from '#shared/domain/review/draft-rules.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import styles from './details-foot.module.css';

interface FieldActionsProps {
  readonly edit: Edit | undefined;
  readonly canAccept: boolean;
  readonly onEdit: (edit: Edit | null) => void;
  readonly onDecide: (edit: Edit | null) => void;
}

/** For the mouse: what Enter and X do, and the way back. */
export function FieldActions({ edit, canAccept, onEdit, onDecide }: FieldActionsProps) {
  return (
    <span className={styles.actions}>
      {edit === undefined ? null : (
        <Button variant="ghost" size="sm" icon="undo" onClick={() => onEdit(null)}>
          As it was read
        </Button>
      )}
      {edit?.kind === 'unreadable' ? null : (
        <Button variant="ghost" size="sm" shortcut="X" onClick={() => onDecide({ kind: 'unreadable' })}>
          Unreadable
        </Button>
      )}
      {canAccept && !isDecided(edit) ? (
        <Button variant="ghost" size="sm" shortcut="Enter" onClick={() => onDecide({ kind: 'accepted' })}>
          Accept
        </Button>
      ) : null}
    </span>
  );
}
