import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import type { Dispatch, SetStateAction } from 'react';
import type { CommandContext } from '../commands/command.ts';

/** The one thing that may lie over a page. */
export type Panel =
  | { readonly kind: 'palette'; readonly query: string }
  | { readonly kind: 'shortcuts' }
  | { readonly kind: 'reset sandbox' }
  | null;

export type SetPanel = Dispatch<SetStateAction<Panel>>;

/** What lies over a page does not lie over the next one. */
export function usePanel(): readonly [Panel, SetPanel] {
  const { pathname } = useLocation();
  const [panel, setPanel] = useState<Panel>(null);
  const [shownOver, setShownOver] = useState(pathname);
  if (pathname !== shownOver) {
    setShownOver(pathname);
    setPanel(null);
  }
  return [panel, setPanel];
}

export function panelToggles(
  setPanel: SetPanel,
): Pick<CommandContext, 'togglePalette' | 'toggleShortcutSheet' | 'askToResetSandbox'> {
  return {
    togglePalette: () =>
      setPanel((panel) => (panel?.kind === 'palette' ? null : { kind: 'palette', query: '' })),
    toggleShortcutSheet: () =>
      setPanel((panel) => (panel?.kind === 'shortcuts' ? null : { kind: 'shortcuts' })),
    askToResetSandbox: () => setPanel({ kind: 'reset sandbox' }),
  };
}
