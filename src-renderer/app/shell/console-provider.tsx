import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useMemo, useState, type MouseEvent, type ReactNode, type RefObject } from 'react';
import { ChangesProvider } from '#renderer/contract/changes-provider.tsx';
import { JobsProvider } from '#renderer/contract/jobs-provider.tsx';
import { MonitorProvider } from '#renderer/contract/monitor-provider.tsx';
import { writeDeadLetters } from '#renderer/features/dead-letters/address.ts';
import { writeDownloads } from '#renderer/features/downloads/address.ts';
import { PlanHost } from '#renderer/features/plans/plan-host.tsx';
import { writeTriage } from '#renderer/features/triage/address.ts';
import { IconButton } from '#renderer/ui/button.tsx';
import { CaseLinksProvider } from '#renderer/ui/case-link.tsx';
import { Covered } from '#renderer/ui/close-when-covered.ts';
import { Note } from '#renderer/ui/note.tsx';
import { allCommands } from '../commands/all-commands.ts';
import type { CommandContext } from '../commands/command.ts';
import { useNoteOpened } from '../find/use-find.ts';
import { LostNotes } from '../notices/lost-notes.tsx';
import { rememberCommand } from '../palette/palette.tsx';
import { useSession } from '../session/use-session.ts';
import { saveTexts, readTexts } from '../window-memory.ts';
import { ConsoleContext, type ConsoleApi } from './console-context.ts';
import { ConsoleOverlays } from './console-overlays.tsx';
import { useCommandContext } from './use-command-context.ts';
import { useKeptTenant } from './use-kept-tenant.ts';
import { panelToggles, usePanel, type Panel, type SetPanel } from './use-panel.ts';
import { useReturnToRow } from './use-return.ts';

interface ConsoleProviderProps {
  readonly page: RefObject<HTMLElement | null>;
  readonly toggleNavigation: () => void;
  readonly children: ReactNode;
}

/** Provides the commands to everything inside it and draws the panels that lie over it. */
export function ConsoleProvider({ page, toggleNavigation, children }: ConsoleProviderProps) {
  const [panel, setPanel] = usePanel();
  useKeptTenant();
  useReturnToRow();
  useNoteOpened();
  const context = useCommandContext({ ...panelToggles(setPanel), toggleNavigation });
  return (
    <ConsoleContext value={buildConsoleApi(context, panel, setPanel)}>
      <Covered value={panel !== null && panel.kind !== 'tenant'}>{children}</Covered>
      <ConsoleOverlays panel={panel} setPanel={setPanel} page={page} />
    </ConsoleContext>
  );
}

/** Builds the API of the shell from the real console and its single panel. */
function buildConsoleApi(context: CommandContext, panel: Panel, setPanel: SetPanel): ConsoleApi {
  return {
    context,
    tenantChooser: {
      isOpen: panel?.kind === 'tenant',
      setOpen: (isOpen) =>
        setPanel((now) => (isOpen ? { kind: 'tenant' } : now?.kind === 'tenant' ? null : now)),
    },
    commands: allCommands(context),
    openPalette: (query) => setPanel({ kind: 'palette', query }),
    run: (command) => {
      if (!command.isAvailable(context)) return;
      rememberCommand(command.id);
      command.run(context);
    },
  };
}

/** Shows the problems with the connections found at start, and what was lost, until each one is dismissed. */
export function StartNotices() {
  const { notices } = useSession();
  const [dismissed, setDismissed] = useState(() => readTexts(memoryKey));

  function dismiss(notice: string, event: MouseEvent): void {
    // The button is about to disappear, so the focus moves to the page first.
    event.currentTarget.closest('main')?.focus();
    const all = [...dismissed, notice];
    saveTexts(memoryKey, all);
    setDismissed(all);
  }

  const shown = notices
    .filter((notice) => !dismissed.includes(notice))
    .map((notice) => (
      <Note
        key={notice}
        tone="warn"
        flat
        action={
          <IconButton
            icon="close"
            label="Dismiss this notice"
            size="sm"
            tooltipSide="left"
            onClick={(event) => dismiss(notice, event)}
          />
        }
      >
        {notice}{' '}
        <Link to="/settings" search={{ tab: 'connections' }}>
          Show the connections
        </Link>
      </Note>
    ));
  return (
    <>
      {shown}
      <LostNotes />
    </>
  );
}

const memoryKey = 'dismissed-notices';

/** Provides plans, jobs and the changes that they have made to every page. */
export function ActingProviders({ children }: { readonly children: ReactNode }) {
  const session = useSession();
  const { connection, who, sandboxResets, host } = session;
  const pathname = useLocation({ select: (location) => location.pathname });
  const navigate = useNavigate();
  const scope = JSON.stringify([connection.id, who?.id, sandboxResets]);
  const { deployment, name } = connection;
  const linked = useMemo(
    () => ({ deployment, name, hasAddress: host === 'browser' }),
    [deployment, name, host],
  );
  return (
    <ChangesProvider connectionId={connection.id} scope={scope}>
      <JobsProvider connectionId={connection.id}>
        <MonitorProvider>
          <PlanHost
            session={session}
            place={`${pathname} ${scope}`}
            onOpenBatch={(tenant, batch, document) =>
              void navigate({
                to: '/triage',
                search: writeTriage({ tenant, batch, document: document ?? null }),
              })
            }
            onOpenQueue={(queue) =>
              void navigate({
                to: '/dead-letters',
                search: writeDeadLetters({ queue }),
              })
            }
            onOpenDownloads={({ date, batchId: batch }) =>
              void navigate({
                to: '/downloads',
                search: writeDownloads({ date, batch }),
              })
            }
          >
            <CaseLinksProvider value={linked}>{children}</CaseLinksProvider>
          </PlanHost>
        </MonitorProvider>
      </JobsProvider>
    </ChangesProvider>
  );
}
