import { useEffectEvent, useLayoutEffect } from 'react';
import { isModalOpen } from '#renderer/ui/focus/modal-open.ts';
import { usePageKeys } from '#renderer/ui/kbd/use-page-keys.ts';

export interface DeskKeys {
  readonly decide: () => void;
  readonly reject: (() => void) | undefined;
  readonly handOver: (() => void) | undefined;
  readonly postpone: (() => void) | undefined;
  readonly comment: (() => void) | undefined;
  readonly undo: () => void;
  readonly back: () => void;
}

/** What the keys do to the whole document; those of its fields and of its pages are heard by these themselves. */
export function useDeskKeys(keys: DeskKeys): void {
  usePageKeys({
    r: keys.reject,
    h: keys.handOver,
    p: keys.postpone,
    c: keys.comment,
    u: keys.undo,
    Escape: keys.back,
  });
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    if (event.defaultPrevented || event.repeat || event.isComposing) return;
    // Behind a dialog nothing is decided, even while nothing in it has the focus.
    if (isModalOpen()) return;
    if (event.target instanceof Element && event.target.closest(dialogs) !== null) return;
    event.preventDefault();
    keys.decide();
  });
  // From wherever it is pressed, a field that is being typed in too.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

const dialogs = '[role=dialog], [role=alertdialog], [role=menu]';
