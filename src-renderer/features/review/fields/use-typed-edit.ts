import { useState } from 'react';
import type { FocusEvent, KeyboardEvent } from 'react';
import type { Edit } from '#shared/contract/review-document.ts';
import { fieldProblem } from '#shared/domain/review/field-check.ts';
import { isDecided } from '#shared/domain/review/draft-rules.ts';
import { whatTypingKeyDoes } from './pane-keys.ts';

interface Parts {
  /** As it was read. */
  readonly read: string | null;
  readonly edit: Edit | undefined;
  readonly type: string | null;
  readonly isLocked: boolean;
  readonly onEdit: (edit: Edit | null) => void;
  /** Saved; `tab` where the person went on with Tab. */
  readonly onSaved: (how: 'enter' | 'tab') => void;
  /** Left without a change. */
  readonly onLeft: () => void;
}

/**
 * A value that is being typed. Each character is an edit at once, so that nothing is lost with the window; Escape
 * brings back the edit that was there before.
 */
export function useTypedEdit({ read, edit, type, isLocked, onEdit, onSaved, onLeft }: Parts) {
  const [before, setBefore] = useState<Edit | undefined>(edit);
  // People see what a machine's rule forbids: what is told of once may be kept.
  const [told, setTold] = useState<string | null>(null);
  const value = edit?.kind === 'value' ? edit.value : (read ?? '');
  const problem = value === '' && edit?.kind !== 'value' ? null : fieldProblem(type, value);
  const isTold = told === value && problem !== null;

  function save(how: 'enter' | 'tab'): void {
    if (edit?.kind === 'value') {
      const mayBeKept = isTold && isDecided(edit);
      if (problem !== null && !mayBeKept) {
        setTold(value);
        return;
      }
    } else if (edit?.kind !== 'accepted') onEdit({ kind: 'accepted' });
    onSaved(how);
  }

  return {
    problem,
    /** How it can be kept all the same. */
    keepHint: isTold && value.trim() !== '' ? 'Enter again keeps it.' : null,
    isTold,
    input: {
      value,
      readOnly: isLocked,
      onFocus(): void {
        setBefore(edit);
        setTold(null);
      },
      onChange(event: { readonly target: { readonly value: string } }): void {
        if (!isLocked) onEdit({ kind: 'value', value: event.target.value });
      },
      onBlur(_event: FocusEvent): void {
        // An empty one says nothing, neither that it is right nor that nobody can read it.
        if (edit?.kind === 'value' && edit.value.trim() === '') onEdit(before ?? null);
      },
      onKeyDown(event: KeyboardEvent): void {
        const does = whatTypingKeyDoes(event.nativeEvent);
        if (does === undefined) return;
        if (does === 'leave') {
          if (edit !== before) onEdit(before ?? null);
          onLeft();
        } else if (isLocked) {
          if (does === 'tab') return;
          onLeft();
        } else save(does);
        event.preventDefault();
        // The page's own Escape goes back to the list.
        event.stopPropagation();
      },
    },
  };
}
