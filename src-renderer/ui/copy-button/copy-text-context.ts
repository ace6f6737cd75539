import { createContext, use } from 'react';

export type CopyText = (text: string) => Promise<void>;

const CopyTextContext = createContext<CopyText>((text) => navigator.clipboard.writeText(text));

/** The app puts the road through main here; without one the page's own clipboard is used. */
export const CopyTextProvider = CopyTextContext.Provider;

export function useCopyText(): CopyText {
  return use(CopyTextContext);
}
