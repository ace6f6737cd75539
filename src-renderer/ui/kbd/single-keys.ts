import { createContext, useContext } from 'react';
import { ariaKeys, isApplePlatform, isSingleKey } from './key-names.ts';

/** Whether shortcuts of plain characters are heard; a key that is not must not be advertised. */
export const SingleKeys = createContext(true);

export function useSingleKeys(): boolean {
  return useContext(SingleKeys);
}

/** For aria-keyshortcuts; undefined for a key that would do nothing now. */
export function useAriaKeys(shortcut: string | undefined): string | undefined {
  const singleKeys = useSingleKeys();
  if (shortcut === undefined || (!singleKeys && isSingleKey(shortcut))) return undefined;
  return ariaKeys(shortcut, isApplePlatform());
}
