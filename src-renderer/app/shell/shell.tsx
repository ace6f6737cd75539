import { Outlet, useMatches } from '@tanstack/react-router';
import { useEffect, useRef, type MouseEvent } from 'react';
import { useLinkUp } from '#renderer/contract/link-state.ts';
import { usePreferences } from '#renderer/contract/use-preferences.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import { Icon } from '#renderer/ui/icon.tsx';
import { Kbd } from '#renderer/ui/kbd.tsx';
import { useAriaKeys } from '#renderer/ui/keys.ts';
import { Note } from '#renderer/ui/note.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import { Notices } from '../notices/notices.tsx';
import { SignInNote } from '../session/sign-in-note.tsx';
import { useSession } from '../session/use-session.ts';
import { ConnectionChip } from './connection-chip.tsx';
import { useNamedCommand } from './console-context.ts';
import { ActingProviders, ConsoleProvider, StartNotices } from './console-provider.tsx';
import { EnvironmentBand } from './environment-band.tsx';
import { JobsIndicator } from './jobs-indicator.tsx';
import { Navigation, useNavigationState } from './navigation.tsx';
import { RoleChip } from './role-chip.tsx';
import styles from './shell.module.css';
import { SpendMeter } from './spend-meter.tsx';
import { TenantScope } from './tenant-scope.tsx';
import topBarStyles from './top-bar.module.css';
import { messages } from '../messages.ts';

export function Shell() {
  const { connection, who, sandboxResets, host, writing } = useSession();
  const { preferences, save } = usePreferences();
  const navigation = useNavigationState(preferences.navigation, (next) => save({ navigation: next }));
  const page = useRef<HTMLElement>(null);

  function skipToPage(event: MouseEvent): void {
    // Without this the router would take the fragment for an address.
    event.preventDefault();
    page.current?.focus();
  }

  return (
    <ConsoleProvider page={page} toggleNavigation={navigation.toggle}>
      <ActingProviders>
        <Notices key={JSON.stringify([connection.id, who?.id, sandboxResets])} />
        <div
          className={classNames(styles.shell, navigation.collapsed && styles.collapsed)}
          data-environment={connection.environment}
          data-writing={writing === null ? undefined : ''}
          data-host={host}
        >
          <a className={styles.skip} href="#page" onClick={skipToPage}>
            Skip to the page
          </a>
          <EnvironmentBand />
          <Navigation collapsed={navigation.collapsed} />
          <TopBar />
          <main ref={page} id="page" tabIndex={-1} className={styles.page}>
            <ShellNotes />
            <div className={styles.view}>
              <Outlet />
            </div>
          </main>
        </div>
      </ActingProviders>
      <PageTitle />
    </ConsoleProvider>
  );
}

function TopBar() {
  return (
    <header className={topBarStyles.bar}>
      <ConnectionChip />
      <TenantScope />
      <JumpField />
      <JobsIndicator />
      <SpendMeter />
      <RoleChip />
    </header>
  );
}

/** Shows the notes that concern every page: the lost link to the process and the problems found at start. */
function ShellNotes() {
  const linkUp = useLinkUp();

  return (
    <>
      {linkUp ? null : (
        <Note tone="bad" flat live>
          <b>{"The console's process is not answering."}</b> {messages.shell.hostGone}
        </Note>
      )}
      <SignInNote />
      <StartNotices />
    </>
  );
}

/** This button looks like a field and opens the palette, which contains the real field. */
function JumpField() {
  const { command, run } = useNamedCommand('palette');
  const ariaKeys = useAriaKeys(command.shortcut);
  return (
    <button
      type="button"
      className={topBarStyles.jump}
      aria-haspopup="dialog"
      aria-keyshortcuts={ariaKeys}
      onClick={run}
    >
      <Icon name="search" size={14} />
      <span className={topBarStyles.jumpText}>{`${messages.commands.palette}…`}</span>
      {command.shortcut === undefined ? null : <Kbd keys={command.shortcut} decorative />}
    </button>
  );
}

/** The window's title tells two windows apart and tells a screen reader that the page has changed. */
function PageTitle() {
  const page = useMatches({ select: (matches) => matches.at(-1)?.staticData.title }) ?? 'Unknown page';
  const { connection } = useSession();

  useEffect(() => {
    document.title = `${page} · ${connection.name} · Sluice`;
  }, [page, connection.name]);

  return (
    <VisuallyHidden>
      <output>{page}</output>
    </VisuallyHidden>
  );
}
