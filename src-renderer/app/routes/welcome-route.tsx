import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { answered, operationOptions } from '#renderer/contract/operation-options.ts';
import { useCommand } from '#renderer/contract/use-operation.ts';
import { usePreferences } from '#renderer/contract/use-preferences.ts';
import { WelcomePage } from '#renderer/features/welcome/welcome-page.tsx';
import type { Role } from '#shared/contract/define.ts';
import type { Persona, Session } from '#shared/contract/session.ts';
import type { PagePath } from '#shared/domain/screens.ts';
import { connectionFormPlace, findPlace } from '../place-address.ts';
import { useSession } from '../session/use-session.ts';
import { messages } from '../messages.ts';

/** Connects the page for the first start to the session and to the pages that its doors lead to. */
export function WelcomeRoute() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { history } = useRouter();
  const { connection, personas } = useSession();
  const accounts = useQuery(operationOptions('connections.list', {})).data?.value.connections ?? [];
  const { open, actAs } = useSwitches((session) =>
    client.setQueryData(operationOptions('session.current', {}).queryKey, answered(session)),
  );
  useShownOnce();

  async function beginAs({ id, role }: Persona): Promise<void> {
    const answer = await actAs.run({ personaId: id });
    if (answer.ok) void navigate({ to: firstDesk[role] });
  }

  async function openAccount(connectionId: string): Promise<void> {
    const answer = await open.run({ connectionId });
    if (answer.ok) void navigate({ to: '/today' });
  }

  return (
    <WelcomePage
      connection={connection}
      personas={personas}
      accounts={accounts}
      onOpenSandbox={() => {
        const sandbox = accounts.find(({ kind }) => kind === 'sandbox');
        if (sandbox !== undefined) void open.run({ connectionId: sandbox.id });
      }}
      onBeginAs={(persona) => void beginAs(persona)}
      onAddConnection={() => void navigate(connectionFormPlace({ page: 'add' }))}
      onOpenAccount={(connectionId) => void openAccount(connectionId)}
      onOpenLink={(link) => {
        if (link.kind === 'id') void navigate(findPlace(link.id));
        else history.push(link.address);
      }}
      onSkip={() => void navigate({ to: '/today' })}
      guide={<Link to="/help">{messages.help.readGuide}</Link>}
    />
  );
}

/** A person begins where their work waits. */
const firstDesk: Readonly<Record<Role, PagePath>> = {
  support: '/today',
  reviewer: '/review',
  admin: '/dead-letters',
};

function useSwitches(onSuccess: (session: Session) => void) {
  return {
    open: useCommand('connections.open', { onSuccess }),
    actAs: useCommand('session.actAs', { onSuccess }),
  };
}

/** Once the page was shown, later starts go to Today. */
function useShownOnce(): void {
  const { preferences, areKnown, save } = usePreferences();
  const isFirst = areKnown && preferences.welcomed === 'no';
  const remember = useEffectEvent(() => save({ welcomed: 'yes' }));
  useEffect(() => {
    if (isFirst) remember();
  }, [isFirst]);
}
