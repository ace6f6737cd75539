import { useNavigate, useSearch } from '@tanstack/react-router';
import { ConnectionFormPage } from '#renderer/features/settings/connections/form/form-page.tsx';
import { ImportPage } from '#renderer/features/settings/connections/import-page.tsx';
import { useSession } from '../session/use-session.ts';

/** Connects the form of a connection to the address bar. Each address has a draft of its own. */
export function ConnectionFormRoute() {
  const { edit, like, imported } = useSearch({ from: '/console/settings/connection' });
  const navigate = useNavigate();
  const { connection } = useSession();
  const back = useBackToConnections(edit ?? like);
  const place = findPlace({ edit, like, imported });
  return (
    <ConnectionFormPage
      key={JSON.stringify([place, connection.id])}
      place={place}
      onBack={back}
      onSaved={(id) =>
        void navigate({ to: '/settings', search: { tab: 'connections', connection: id }, replace: true })
      }
    />
  );
}

interface Address {
  readonly edit: string | undefined;
  readonly like: string | undefined;
  readonly imported: string | undefined;
}

function findPlace({ edit, like, imported }: Address) {
  if (edit !== undefined) return { kind: 'edit', id: edit } as const;
  if (like !== undefined) return { kind: 'like', id: like } as const;
  return imported === undefined ? ({ kind: 'add' } as const) : ({ kind: 'import', id: imported } as const);
}

export function ConnectionImportRoute() {
  const navigate = useNavigate();
  const back = useBackToConnections(undefined);
  return (
    <ImportPage
      onBack={back}
      onForm={(id) => void navigate({ to: '/settings/connection', search: { imported: id } })}
      onImported={(id) => void navigate({ to: '/settings', search: { tab: 'connections', connection: id } })}
    />
  );
}

function useBackToConnections(connection: string | undefined): () => void {
  const navigate = useNavigate();
  return () =>
    void navigate({
      to: '/settings',
      search: connection === undefined ? { tab: 'connections' } : { tab: 'connections', connection },
    });
}
