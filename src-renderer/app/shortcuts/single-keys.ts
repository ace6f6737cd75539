import { useSyncExternalStore } from 'react';

/**
 * Whether shortcuts without Ctrl, Command or Alt listen. Speech input sets them off by accident, so
 * WCAG 2.1.4 asks for a way to silence them. Remembered until the window closes.
 */
export function useSingleKeys(): readonly [on: boolean, set: (on: boolean) => void] {
  return [useSyncExternalStore(subscribe, singleKeysOn), setSingleKeys];
}

export function singleKeysOn(): boolean {
  return sessionStorage.getItem(storageKey) !== 'off';
}

function setSingleKeys(on: boolean): void {
  sessionStorage.setItem(storageKey, on ? 'on' : 'off');
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const storageKey = 'single-key-shortcuts';
const listeners = new Set<() => void>();
