import { useEffectEvent, useLayoutEffect, type KeyboardEvent, type RefObject } from 'react';

/** Enter, with or without Ctrl, wherever it does nothing else: an input method and a button have it for themselves. */
export function isSubmitKey(event: KeyboardEvent | globalThis.KeyboardEvent): boolean {
  const { isComposing } = 'nativeEvent' in event ? event.nativeEvent : event;
  if (event.key !== 'Enter' || event.shiftKey || event.altKey || isComposing) return false;
  return !(event.target instanceof HTMLButtonElement);
}

/** A figure that is typed into a field chooses nothing. */
export function isTyping(event: globalThis.KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return true;
  return event.target instanceof HTMLInputElement && event.target.type === 'text';
}

/** Keys of the dialog that this form stands in, from the moment it is seen: the focus comes a moment later. */
export function useDialogKeys(
  form: RefObject<HTMLElement | null>,
  /** Answers whether the key was one of its own. */
  onKey: (event: globalThis.KeyboardEvent) => boolean,
): void {
  const hear = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.defaultPrevented || !isForDialogOf(form.current, event) || !onKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  useLayoutEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => hear(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

/**
 * Its own keys, and the page's while it is open. While it fades out the page has them back, all but the Ctrl+Enter that
 * has closed it: pressed once more, it is not to decide what comes after.
 */
function isForDialogOf(form: HTMLElement | null, event: globalThis.KeyboardEvent): boolean {
  const own = form?.closest('[role=dialog]');
  const dialog = event.target instanceof Element ? event.target.closest('[role=dialog]') : null;
  if (dialog !== null) return dialog === own;
  return own?.hasAttribute('data-open') === true || event.ctrlKey || event.metaKey;
}
