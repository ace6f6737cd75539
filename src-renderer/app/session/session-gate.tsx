import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';
import { PriceBooksProvider } from '#renderer/contract/price-books.tsx';
import { findBridge } from '#renderer/contract/query-client.ts';
import { useFollowPreferences, usePreferences } from '#renderer/contract/use-preferences.ts';
import { BrandMark } from '#renderer/ui/brand-mark.tsx';
import { ErrorState } from '#renderer/ui/states.tsx';
import type { Bridge } from '#shared/contract/contract.ts';
import type { Preferences } from '#shared/contract/preferences.ts';
import type { Failure } from '#shared/contract/result.ts';
import { Shell } from '../shell/shell.tsx';
import styles from './session.module.css';
import { SessionContext, useLiveSession } from './use-session.ts';
import { messages } from '../messages.ts';

/** Draws no page until the session and the preferences are known. */
export function SessionGate() {
  const { preferences, areKnown, isPending } = usePreferences();
  const { theme, motion } = preferences;
  const { session, error, isRetrying, retry } = useLiveSession();
  useFollowPreferences();

  useLayoutEffect(() => {
    // Until the preferences are known, the page keeps the theme that the host wrote into it.
    if (areKnown) applyPreferences({ theme, motion }, document.documentElement);
  }, [areKnown, theme, motion]);

  if (isPending) return null;
  // A signed-out page hides everything it knew, but a slow process leaves the page as it was.
  if (error !== null && (session === undefined || error.failure.code === 'untrusted-caller')) {
    return <ClosedDoor failure={error.failure} isRetrying={isRetrying} onRetry={retry} />;
  }
  if (session === undefined) return null;
  return (
    <SessionContext value={session}>
      <PriceBooksProvider>
        <Shell />
      </PriceBooksProvider>
    </SessionContext>
  );
}

interface ClosedDoorProps {
  readonly failure: Failure;
  readonly isRetrying: boolean;
  readonly onRetry: () => void;
}

/** Fills the whole page when there is no session to draw a console for. */
function ClosedDoor({ failure, isRetrying, onRetry }: ClosedDoorProps) {
  const words = explainClosedDoor(failure, findBridge(useQueryClient()).host);
  return (
    <main className={styles.door} aria-busy={isRetrying}>
      <div className={styles.brand}>
        <BrandMark />
        <span>Sluice</span>
      </div>
      <ErrorState {...words} reference={failure.reference} onRetry={onRetry} retrying={isRetrying} />
    </main>
  );
}

/** The desktop has no address to open and no terminal, so its advice is another. */
export function explainClosedDoor(failure: Failure, host: Bridge['host']) {
  const { nothingDone, notOpened, searchLog, untrusted, unreachable } = messages.session;
  if (failure.code === 'untrusted-caller') return { ...untrusted[host], notDone: nothingDone };
  if (failure.code === 'host-unreachable') return { ...unreachable[host], notDone: nothingDone };
  return { title: notOpened, happened: failure.message, notDone: nothingDone, next: searchLog };
}

/** Sets the two attributes that tokens.css reads, and removes them when the system decides. */
export function applyPreferences(
  { theme, motion }: Pick<Preferences, 'theme' | 'motion'>,
  root: Pick<HTMLElement, 'setAttribute' | 'removeAttribute'>,
): void {
  if (theme === 'system') root.removeAttribute('data-theme');
  else root.setAttribute('data-theme', theme);
  if (motion === 'system') root.removeAttribute('data-motion');
  else root.setAttribute('data-motion', motion);
}
