import { Icon } from '#renderer/ui/icon.tsx';
import { StatusGlyph } from '#renderer/ui/status.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import type { Edit, ReviewField } from '#shared/contract/review-document.ts';
import { isDecided, type ReviewMode } from '#shared/domain/review/draft-rules.ts';
import styles from './field-mark.module.css';

type FieldMark = 'you' | 'needs you' | 'to check' | 'person' | 'machine' | 'none';

interface Asked {
  readonly edit: Edit | undefined;
  /** It is among those that a person has to look at. */
  readonly isAsked: boolean;
  readonly mode: ReviewMode;
}

/** What stands at the end of a field's row. */
export function fieldMark(
  { value, flags, readBy }: Pick<ReviewField, 'value' | 'flags' | 'readBy'>,
  { edit, isAsked, mode }: Asked,
): FieldMark {
  if (isDecided(edit)) return 'you';
  if (isAsked) return askedMark(mode, flags.length > 0);
  if (readBy === 'reviewer') return 'person';
  return value === null || value === '' ? 'none' : 'machine';
}

/** Of a line: its cells share one. */
export function lineMark(isAsked: boolean, { isOpen, isUnsure, mode }: LineAsked): FieldMark {
  if (!isAsked) return 'none';
  return isOpen ? askedMark(mode, isUnsure) : 'you';
}

interface LineAsked {
  readonly isOpen: boolean;
  readonly isUnsure: boolean;
  readonly mode: ReviewMode;
}

/** In a check of quality all are asked for: what there is a doubt of stands out among them. */
function askedMark(mode: ReviewMode, isDoubted: boolean): FieldMark {
  return mode === 'check' && !isDoubted ? 'to check' : 'needs you';
}

const markWords: Readonly<Record<FieldMark, string>> = {
  you: 'decided by you',
  'needs you': 'needs you',
  'to check': 'to be checked',
  person: 'decided by a reviewer',
  machine: 'accepted by machine',
  none: 'nothing to decide',
};

/** A quiet tick of the machine's, a green one of this person's, a diamond that waits for one. */
export function MarkSign({ mark }: { readonly mark: FieldMark }) {
  if (mark === 'none') return null;
  return (
    <span className={styles.sign} data-mark={mark} title={capital(markWords[mark])}>
      {mark === 'needs you' ? (
        <StatusGlyph glyph="review" />
      ) : mark === 'to check' ? (
        <span className={styles.open} />
      ) : (
        <Icon name="check" size={14} />
      )}
      {mark === 'you' ? <span aria-hidden>you</span> : null}
      <VisuallyHidden>{markWords[mark]}</VisuallyHidden>
    </span>
  );
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
