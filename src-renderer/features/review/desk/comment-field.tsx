import type { RefObject } from 'react';
import { TextField } from '#renderer/ui/input/text-field.tsx';
import styles from './review-desk.module.css';

export interface CommentFieldProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly comment: string;
  readonly isLocked: boolean;
  readonly onComment: (text: string) => void;
  /** Back to the fields. */
  readonly onLeave: () => void;
}

/** Goes with the approval, and is kept with what is typed until then. */
export function CommentField({ field, comment, isLocked, onComment, onLeave }: CommentFieldProps) {
  return (
    <div className={styles.comment}>
      <TextField
        ref={field}
        label="Comment"
        labelHidden
        size="sm"
        icon="edit"
        placeholder="Comment, kept with the decision"
        maxLength={500}
        value={comment}
        readOnly={isLocked}
        spellCheck
        onChange={(event) => onComment(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
          if (event.key !== 'Enter' && event.key !== 'Escape') return;
          event.preventDefault();
          event.stopPropagation();
          onLeave();
        }}
      />
    </div>
  );
}
