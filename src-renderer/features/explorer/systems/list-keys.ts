import type { KeyboardEvent } from 'react';

/** A list of buttons as one stop for Tab: arrows, J and K, Home and End move inside it. */
export function moveInList(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('button')];
  const at = rows.indexOf(event.target as HTMLElement);
  const next = nextPlace(event.key, at, rows.length);
  if (at === -1 || next === undefined) return;
  event.preventDefault();
  rows[next]?.focus();
}

export function nextPlace(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return Math.min(at + 1, count - 1);
    case 'ArrowUp':
    case 'k':
      return Math.max(at - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
