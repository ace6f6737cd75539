import type { Edit } from '#shared/contract/review/decisions.ts';
import { isDecided } from '#shared/domain/review/draft-rules.ts';

export interface ShownValue {
  readonly kind: 'value' | 'unreadable' | 'not found' | 'empty';
  readonly text: string;
  /** What was read, where that is another. */
  readonly was: string | null;
}

/** A value as its row shows it: with what a person has made of it, and what it was. */
export function shownValue(read: string | null, edit: Edit | undefined): ShownValue {
  const was = read === '' ? null : read;
  if (edit?.kind === 'unreadable') return { kind: 'unreadable', text: 'unreadable', was };
  if (edit?.kind === 'value' && isDecided(edit) && edit.value.trim() !== (read ?? '').trim()) {
    return { kind: 'value', text: edit.value, was };
  }
  if (read === null) return { kind: 'not found', text: 'not found', was: null };
  return read.trim() === ''
    ? { kind: 'empty', text: 'empty', was: null }
    : { kind: 'value', text: read, was: null };
}
