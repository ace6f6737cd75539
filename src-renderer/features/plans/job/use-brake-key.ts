import { useEffect, useEffectEvent } from 'react';
import { useSingleKeys } from '#renderer/ui/kbd/single-keys.ts';

/** Space brakes from anywhere in the dialog but from what Space means something else to. */
export function useBrakeKey(isOn: boolean, brake: () => void): void {
  const singleKeys = useSingleKeys();
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== ' ' || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest(usesSpace) !== null) return;
    event.preventDefault();
    brake();
  });
  useEffect(() => {
    if (!isOn || !singleKeys) return undefined;
    const listen = (event: KeyboardEvent) => pressed(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [isOn, singleKeys]);
}

const usesSpace = 'button, a, input, textarea, select, summary, [role="menu"], [contenteditable]';
