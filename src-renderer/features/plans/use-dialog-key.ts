import { useEffect, useEffectEvent } from 'react';
import { nameKey, useSingleKeys } from '#renderer/ui/keys.ts';

/** Runs an action on a single key from anywhere in the dialog, except from controls that use the key themselves. */
export function useDialogKey(key: string, isOn: boolean, run: () => void): void {
  const singleKeys = useSingleKeys();
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (nameKey(event.key) !== key || event.repeat || event.defaultPrevented) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const keepers = key === ' ' ? `${takesText}, button, a, summary` : takesText;
    if (event.target instanceof Element && event.target.closest(keepers) !== null) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    if (!isOn || !singleKeys) return undefined;
    const listen = (event: KeyboardEvent) => pressed(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [isOn, singleKeys]);
}

const takesText = 'input, textarea, select, [role="menu"], [role="listbox"], [contenteditable]';
