import { createContext, useContext } from 'react';

/**
 * Where popups of this part of the page belong: undefined means the end of the body. A nested theme
 * gives its own element so that its menus and dialogs keep its colours, and null until it is there.
 */
export const PortalContainer = createContext<HTMLElement | null | undefined>(undefined);

export function usePortalContainer(): HTMLElement | null | undefined {
  return useContext(PortalContainer);
}
