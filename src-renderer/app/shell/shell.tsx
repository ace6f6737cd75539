import { Outlet } from '@tanstack/react-router';
import { useRef } from 'react';
import type { MouseEvent } from 'react';
import { usePreferences } from '#renderer/contract/use-preferences.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import { Notices } from '../notices/notices.tsx';
import { useSession } from '../session/use-session.ts';
import { ActingProviders } from './acting-providers.tsx';
import { ConsoleProvider } from './console-provider.tsx';
import { EnvironmentBand } from './environment-band.tsx';
import { Navigation } from './navigation.tsx';
import { PageTitle } from './page-title.tsx';
import { ShellNotes } from './shell-notes.tsx';
import styles from './shell.module.css';
import { TopBar } from './top-bar.tsx';
import { useNavigationState } from './use-navigation-state.ts';

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
