import { useRef, useState } from 'react';
import type { FocusEvent, KeyboardEvent } from 'react';
import type { Edit } from '#shared/contract/review-document.ts';
import { fieldProblem } from '#shared/domain/review/field-check.ts';
import { describeUnderstood, writeAsDocument } from '#shared/domain/review/understood-value.ts';
import { isDecided } from '#shared/domain/review/draft-rules.ts';
import { messages } from '../messages.ts';
import { findTypingAction } from './pane-keys.ts';

interface Parts {
  /** The value that was read. */
  readonly read: string | null;
  readonly edit: Edit | undefined;
  readonly type: string | null;
  /** The amounts of the document, which show how it writes its own. */
  readonly amounts?: readonly string[] | undefined;
  readonly isLocked: boolean;
  readonly onEdit: (edit: Edit | null) => void;
  /** Called when the value is saved. */
  readonly onSaved: (how: 'enter' | 'tab') => void;
  /** Moves on with Tab, and returns whether it did. Without it the focus moves on as on any page (WCAG 2.1.2). */
  readonly onTab?: (() => boolean) | undefined;
  /** Called when the field is left without a change. */
  readonly onLeft: () => void;
}

/**
 * Edits a value. Every character is an edit at once, so that closing the window loses nothing; Escape restores the
 * edit before.
 */
export function useTypedEdit(parts: Parts) {
  const { read, edit, type, amounts = [], isLocked, onEdit, onSaved, onTab, onLeft } = parts;
  const [before, setBefore] = useState<Edit | undefined>(edit);
  // A person can see that a machine's rule is wrong, so a value may be saved after one warning.
  const [warned, setWarned] = useState<string | null>(null);
  const value = edit?.kind === 'value' ? edit.value : edit?.kind === 'absent' ? '' : (read ?? '');
  const problem = value === '' && edit?.kind !== 'value' ? null : fieldProblem(type, value);
  const isWarned = warned === value && problem !== null;
  // Saving and leaving move the focus, and the field then loses it before this edit is drawn.
  const isDone = useRef(false);

  /** Writes an amount as the document does. */
  function tidy(): void {
    if (edit?.kind !== 'value') return;
    const written = writeAsDocument(type, edit.value, { read, amounts });
    if (written !== edit.value) onEdit({ ...edit, value: written });
  }

  function save(): void {
    // A value that is deleted may be on the page and hard to read, so one Enter is not enough.
    if (edit?.kind === 'value' && edit.value.trim() === '' && isWarned) {
      onEdit({ kind: 'absent' });
    } else if (edit?.kind === 'value') {
      const mayBeKept = isWarned && isDecided(edit);
      if (problem !== null && !mayBeKept) {
        setWarned(value);
        return;
      }
      tidy();
    } else if (edit?.kind !== 'accepted') onEdit({ kind: 'accepted' });
    isDone.current = true;
    onSaved('enter');
  }

  return {
    problem,
    /** Says how a value is understood that can be read in two ways. */
    understood: edit?.kind === 'value' && problem === null ? describeUnderstood(type, value, amounts) : null,
    /** Says how to save the value in spite of the problem. */
    keepHint: !isWarned
      ? null
      : value.trim() === ''
        ? messages.fields.emptyAnyway
        : messages.fields.keepAnyway,
    isWarned,
    input: {
      // Ctrl+Z in it takes back the last edit of the document, as elsewhere on the desk.
      'data-takes-back': '',
      value,
      readOnly: isLocked,
      onFocus(): void {
        setBefore(edit);
        setWarned(null);
        isDone.current = false;
      },
      onChange(event: { readonly target: { readonly value: string } }): void {
        if (!isLocked) onEdit({ kind: 'value', value: event.target.value });
      },
      onBlur(_event: FocusEvent): void {
        // An empty text says neither that the value is right nor that it is unreadable.
        const isEmpty = edit?.kind === 'value' && edit.value.trim() === '';
        if (isDone.current) return;
        if (isEmpty) onEdit(before ?? null);
        else tidy();
      },
      onKeyDown(event: KeyboardEvent): void {
        const does = findTypingAction(event.nativeEvent);
        // Each character is an edit already, so Tab has nothing to save and is never refused.
        if (does === undefined) return;
        if (does === 'tab') {
          tidy();
          if (onTab?.() !== true) return;
        } else if (does === 'leave') {
          isDone.current = true;
          if (edit !== before) onEdit(before ?? null);
          onLeft();
        } else {
          if (isLocked) onLeft();
          else save();
        }
        event.preventDefault();
        // Otherwise the page would handle Escape and return to the list.
        event.stopPropagation();
      },
    },
  };
}
