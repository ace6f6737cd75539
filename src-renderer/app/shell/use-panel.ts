import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import type { Dispatch, SetStateAction } from 'react';
import type { CommandContext } from '../commands/command.ts';
import { useSession } from '../session/use-session.ts';

/** At most one panel lies over a page. */
export type Panel =
  | { readonly kind: 'palette'; readonly query: string }
  | { readonly kind: 'shortcuts' }
  /** The choice of a tenant hangs below the top bar, and covers nothing. */
  | { readonly kind: 'tenant' }
  | { readonly kind: 'reset sandbox' }
  | { readonly kind: 'unlock' }
  | null;

export type SetPanel = Dispatch<SetStateAction<Panel>>;

/** The panel closes when the page changes, or when another window opens another connection. */
export function usePanel(): readonly [Panel, SetPanel] {
  // Only the path is watched, because a page writes every click to its search.
  const pathname = useLocation({ select: (location) => location.pathname });
  const here = `${useSession().connection.id} ${pathname}`;
  const [panel, setPanel] = useState<Panel>(null);
  const [shownOver, setShownOver] = useState(here);
  if (here !== shownOver) {
    setShownOver(here);
    setPanel(null);
  }
  return [panel, setPanel];
}

export function panelToggles(
  setPanel: SetPanel,
): Pick<
  CommandContext,
  'togglePalette' | 'toggleShortcutSheet' | 'chooseTenant' | 'askToResetSandbox' | 'askToUnlock'
> {
  return {
    togglePalette: () =>
      setPanel((panel) => (panel?.kind === 'palette' ? null : { kind: 'palette', query: '' })),
    toggleShortcutSheet: () =>
      setPanel((panel) => (panel?.kind === 'shortcuts' ? null : { kind: 'shortcuts' })),
    chooseTenant: () => setPanel({ kind: 'tenant' }),
    askToResetSandbox: () => setPanel({ kind: 'reset sandbox' }),
    askToUnlock: () => setPanel({ kind: 'unlock' }),
  };
}
