import type { ReactNode, RefObject } from 'react';
import { Covered } from '#renderer/ui/floating/close-when-covered.ts';
import { buildConsoleApi } from './build-console-api.ts';
import { ConsoleContext } from './console-context.ts';
import { ConsoleOverlays } from './console-overlays.tsx';
import { useCommandContext } from './use-command-context.ts';
import { panelToggles, usePanel } from './use-panel.ts';

interface ConsoleProviderProps {
  readonly page: RefObject<HTMLElement | null>;
  readonly toggleNavigation: () => void;
  readonly children: ReactNode;
}

/** The commands for everything inside, and what lies over it. */
export function ConsoleProvider({ page, toggleNavigation, children }: ConsoleProviderProps) {
  const [panel, setPanel] = usePanel();
  const context = useCommandContext({ ...panelToggles(setPanel), toggleNavigation });
  return (
    <ConsoleContext value={buildConsoleApi(context, setPanel)}>
      <Covered value={panel !== null}>{children}</Covered>
      <ConsoleOverlays panel={panel} setPanel={setPanel} page={page} />
    </ConsoleContext>
  );
}
