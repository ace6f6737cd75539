import { createContext, useContext, type RefObject } from 'react';

/**
 * Where popups of this part of the page belong. Null means the end of the body; a nested theme sets
 * its own element so that its menus and dialogs keep its colours.
 */
export const PortalContainer = createContext<RefObject<HTMLElement | null> | null>(null);

export function usePortalContainer(): RefObject<HTMLElement | null> | undefined {
  return useContext(PortalContainer) ?? undefined;
}
