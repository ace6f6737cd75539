import { useEffectEvent, useLayoutEffect } from 'react';
import { isModalOpen, isModalThere } from '../focus/modal-open.ts';
import { latinKey } from './latin-key.ts';
import { useSingleKeys } from './single-keys.ts';

/** What keys do on this page, wherever the focus is but in a field, a dialog or a menu; nothing behind a modal. */
export function usePageKeys(keys: Readonly<Record<string, (() => void) | undefined>>): void {
  const singleKeys = useSingleKeys();
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    const key = latinKey(event);
    if (!singleKeys && key.length === 1) return;
    if (event.target instanceof Element && event.target.closest(takesKeys) !== null) return;
    if (key === 'Escape' ? isModalThere() : isModalOpen()) return;
    const run = Object.hasOwn(keys, key) ? keys[key] : undefined;
    if (run === undefined) return;
    event.preventDefault();
    run();
  });
  // A layout effect: what can be seen is heard from the same moment.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

const takesKeys = [
  'input:not([type=checkbox],[type=radio])',
  'textarea',
  '[role=dialog]',
  '[role=alertdialog]',
  '[role=menu]',
  // Of a field that is being chosen in; a list of the page has keys of its own and leaves the rest.
  '[role=listbox]:not(main *)',
].join(',');
