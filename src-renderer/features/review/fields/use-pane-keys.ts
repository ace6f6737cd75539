import type { KeyboardEvent } from 'react';
import { usePageKeys } from '#renderer/ui/kbd/use-page-keys.ts';

const keys = 'j k J K ArrowDown ArrowUp 1 2 e E x X'.split(' ');
/** Without lines, G begins the console's own "G then …". */
const lineKeys = ['g', 'G'];

/** The keys of the pane, wherever the focus is on the page; those of a table's cells where it is on one. */
export function usePaneKeys(
  press: (key: string) => boolean,
  hasLines: boolean,
): (event: KeyboardEvent) => void {
  const heard = hasLines ? [...keys, ...lineKeys] : keys;
  usePageKeys({
    ...Object.fromEntries(heard.map((key) => [key, () => void press(key)])),
    // Asked for when it is pressed: a button that has the focus is what Enter presses.
    get Enter() {
      return isOnControl() ? undefined : () => void press('Enter');
    },
  });
  return (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest('input, textarea') !== null) return;
    const isHeard = alongLine.has(event.key) || (event.repeat && whileHeld.has(event.key));
    if (isHeard && press(event.key)) event.preventDefault();
  };
}

const alongLine = new Set(['ArrowLeft', 'ArrowRight', 'Home', 'End']);
/** The page's keys are heard once a press; rows go by for as long as an arrow is held. */
const whileHeld = new Set(['ArrowDown', 'ArrowUp']);

function isOnControl(): boolean {
  const held = document.activeElement;
  return held !== null && held.closest(controls) !== null;
}

const controls = 'button, a[href], summary, [role=button], [role=tab], [role=option]';
