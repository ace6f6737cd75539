import { useLayoutEffect } from 'react';
import { useFollowPreferences, usePreferences } from '#renderer/contract/use-preferences.ts';
import { Shell } from '../shell/shell.tsx';
import { applyPreferences } from './apply-preferences.ts';
import { ClosedDoor } from './closed-door.tsx';
import { SessionContext, useLiveSession } from './use-session.ts';

/** No page is drawn before it is known who is there, on what, and in which theme. */
export function SessionGate() {
  const { preferences, areKnown, isPending } = usePreferences();
  const { theme, motion } = preferences;
  const { session, error, isRetrying, retry } = useLiveSession();
  useFollowPreferences();

  useLayoutEffect(() => {
    // Until they are known the page keeps the theme that the host wrote into it.
    if (areKnown) applyPreferences({ theme, motion }, document.documentElement);
  }, [areKnown, theme, motion]);

  if (isPending) return null;
  // A signed-out page shows nothing of what it knew; a slow process keeps the page as it was.
  if (error !== null && (session === undefined || error.failure.code === 'untrusted-caller')) {
    return <ClosedDoor failure={error.failure} isRetrying={isRetrying} onRetry={retry} />;
  }
  if (session === undefined) return null;
  return (
    <SessionContext value={session}>
      <Shell />
    </SessionContext>
  );
}
