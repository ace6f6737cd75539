type Press = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing'>;

/** What a key does in a field that is being typed in. Undefined: what it does in any. */
export function whatTypingKeyDoes(press: Press): 'enter' | 'tab' | 'leave' | undefined {
  // A word that is being composed is not finished by the Enter that chooses it.
  if (press.isComposing || press.ctrlKey || press.metaKey || press.altKey || press.shiftKey) return undefined;
  if (press.key === 'Enter') return 'enter';
  if (press.key === 'Tab') return 'tab';
  return press.key === 'Escape' ? 'leave' : undefined;
}
