import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { VisuallyHidden } from '#renderer/ui/visually-hidden/visually-hidden.tsx';
import { pageAt } from '../pages.ts';
import { useSession } from '../session/use-session.ts';

/** The window's title tells two windows apart, and a screen reader that the page has changed. */
export function PageTitle() {
  const { pathname } = useLocation();
  const { connection } = useSession();
  const page = pageAt(pathname)?.title ?? (pathname === '/find' ? 'Find' : 'Unknown page');

  useEffect(() => {
    document.title = `${page} · ${connection.name} · Sluice`;
  }, [page, connection.name]);

  return (
    <VisuallyHidden>
      <output>{page}</output>
    </VisuallyHidden>
  );
}
