import { useMatches } from '@tanstack/react-router';
import { useEffect } from 'react';
import { VisuallyHidden } from '#renderer/ui/visually-hidden/visually-hidden.tsx';
import { useSession } from '../session/use-session.ts';

/** The window's title tells two windows apart, and a screen reader that the page has changed. */
export function PageTitle() {
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
