import type { KeyboardEvent } from 'react';

/** Enter, with or without Ctrl, wherever it does nothing else: an input method and a button have it for themselves. */
export function isSubmitKey(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' || event.shiftKey || event.altKey || event.nativeEvent.isComposing) return false;
  return !(event.target instanceof HTMLButtonElement);
}

/** A figure that is typed into a field chooses nothing. */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return true;
  return event.target instanceof HTMLInputElement && event.target.type === 'text';
}
