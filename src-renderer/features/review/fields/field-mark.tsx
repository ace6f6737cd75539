import { Icon } from '#renderer/ui/icon.tsx';
import { StatusGlyph } from '#renderer/ui/status.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import type { Edit, ReviewField } from '#shared/contract/review-document.ts';
import { isDecided, type ReviewMode } from '#shared/domain/review/draft-rules.ts';
import { capitalize } from '#shared/domain/formatting.ts';
import { messages } from '../messages.ts';
import styles from './fields.module.css';

type FieldMark = 'you' | 'failed' | 'needs you' | 'to check' | 'person' | 'machine' | 'none';

interface PlaceState {
  readonly edit: Edit | undefined;
  /** True if a person has to review this place. */
  readonly isAsked: boolean;
  readonly mode: ReviewMode;
  /** True if a check fails here that an approval has to get past. */
  readonly hasFailed?: boolean;
}

/** Returns the mark at the end of a field's row. */
export function findFieldMark(
  { value, flags, readBy }: Pick<ReviewField, 'value' | 'flags' | 'readBy'>,
  { edit, isAsked, mode, hasFailed = false }: PlaceState,
): FieldMark {
  if (isDecided(edit)) return 'you';
  if (isAsked) return findAskedMark(mode, flags.length > 0);
  if (hasFailed) return 'failed';
  if (readBy === 'reviewer') return 'person';
  return value === null || value === '' ? 'none' : 'machine';
}

/** Returns the mark of a line, which its cells share. */
export function findLineMark(isAsked: boolean, { isOpen, isUnsure, mode }: LineState): FieldMark {
  if (!isAsked) return 'none';
  return isOpen ? findAskedMark(mode, isUnsure) : 'you';
}

interface LineState {
  readonly isOpen: boolean;
  readonly isUnsure: boolean;
  readonly mode: ReviewMode;
}

/** A quality check asks for every field, so the doubtful ones stand out. */
function findAskedMark(mode: ReviewMode, isDoubted: boolean): FieldMark {
  return mode === 'check' && !isDoubted ? 'to check' : 'needs you';
}

const markLabels: Readonly<Record<FieldMark, string>> = messages.fields.marks;

/** Draws a quiet tick for the machine, a green one for this user, and a diamond for a place that waits for review. */
export function MarkSign({ mark }: { readonly mark: FieldMark }) {
  if (mark === 'none') return null;
  return (
    <span className={styles.sign} data-mark={mark} title={capitalize(markLabels[mark])}>
      {mark === 'needs you' ? (
        <StatusGlyph glyph="review" />
      ) : mark === 'failed' ? (
        <Icon name="warning" size={14} />
      ) : mark === 'to check' ? (
        <span className={styles.open} />
      ) : (
        <Icon name="check" size={14} />
      )}
      {mark === 'you' ? <span aria-hidden>{messages.fields.you}</span> : null}
      <VisuallyHidden>{markLabels[mark]}</VisuallyHidden>
    </span>
  );
}
