import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { availableCommands } from '../commands/all-commands.ts';
import type { Command } from '../commands/command.ts';
import { ResetSandboxDialog } from '#renderer/features/settings/reset-sandbox-dialog.tsx';
import { Palette } from '../palette/palette.tsx';
import { CodePrompt } from '../session/code-prompt.tsx';
import { UnlockDialog } from '../session/unlock-dialog.tsx';
import { PendingKeys, ShortcutSheet } from '../shortcuts/shortcut-sheet.tsx';
import { useShortcuts } from '../shortcuts/use-shortcuts.ts';
import { useConsole } from './console-context.ts';
import type { Panel, SetPanel } from './use-panel.ts';

interface ConsoleOverlaysProps {
  readonly panel: Panel;
  readonly setPanel: SetPanel;
  readonly page: RefObject<HTMLElement | null>;
}

/** Holds the dialogs that cover every page and the listener for shortcuts. */
export function ConsoleOverlays({ panel, setPanel, page }: ConsoleOverlaysProps) {
  const { commands, context, run } = useConsole();
  const available = availableCommands(context);
  const leftForPage = useRef(false);
  const pending = useShortcuts(
    available.flatMap((command) =>
      command.shortcut === undefined
        ? []
        : [
            {
              shortcut: command.shortcut,
              inDialogs: command.id === 'shortcuts' && panel?.kind === 'shortcuts',
              run: () => run(command),
            },
          ],
    ),
  );

  function close(): void {
    leftForPage.current = false;
    setPanel(null);
  }

  function runAndClose(command: Command): void {
    leftForPage.current = command.opensPage === true;
    setPanel(null);
    run(command);
  }

  // The focus moves at once and not after the panel has faded out, so that a key pressed meanwhile reaches
  // the new page.
  useEffect(() => {
    if (panel !== null) leftForPage.current = false;
    else if (leftForPage.current) page.current?.focus();
  }, [panel, page]);

  /** After a navigation the focus belongs to the new page and not to the element that had it before. */
  function focusAfterwards(): boolean {
    const isOnPage = page.current?.contains(document.activeElement) === true;
    if (isOnPage || !leftForPage.current) return !isOnPage;
    // The dialog would focus the first control of the page instead of the page itself.
    queueMicrotask(() => page.current?.focus());
    return false;
  }

  return (
    <>
      <Palette
        open={panel?.kind === 'palette'}
        initialQuery={panel?.kind === 'palette' ? panel.query : ''}
        commands={available}
        onClose={close}
        onRun={runAndClose}
        finalFocus={focusAfterwards}
      />
      <ShortcutSheet open={panel?.kind === 'shortcuts'} commands={commands} onClose={close} />
      <ResetSandboxDialog open={panel?.kind === 'reset sandbox'} onClose={close} />
      <UnlockDialog open={panel?.kind === 'unlock'} onClose={close} />
      <CodePrompt />
      <PendingKeys pending={pending} commands={available} />
    </>
  );
}
