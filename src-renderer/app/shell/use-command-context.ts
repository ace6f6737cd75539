import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import type { Session } from '#shared/contract/session.ts';
import { answered, operationOptions } from '#renderer/contract/operation-options.ts';
import { useRunCheck } from '#renderer/contract/use-connection-check.ts';
import { useCommand } from '#renderer/contract/use-operation.ts';
import { usePreferences } from '#renderer/contract/use-preferences.ts';
import { writeDeadLetters } from '#renderer/features/dead-letters/address.ts';
import { toQuestionSearch, writeExplorer } from '#renderer/features/explorer/address.ts';
import { writeReview } from '#renderer/features/review/address.ts';
import { writeTriage } from '#renderer/features/triage/address.ts';
import type { CommandContext } from '../commands/command.ts';
import { addressOfPlace } from '../find/found-place.ts';
import { findPage } from '../pages.ts';
import { connectionFormPlace, findPlace } from '../place-address.ts';
import { useSession } from '../session/use-session.ts';

type Panels = Pick<
  CommandContext,
  | 'togglePalette'
  | 'toggleShortcutSheet'
  | 'toggleNavigation'
  | 'chooseTenant'
  | 'askToResetSandbox'
  | 'askToUnlock'
>;

/** Builds the context through which commands act on the real console. */
export function useCommandContext(panels: Panels): CommandContext {
  const client = useQueryClient();
  const navigate = useNavigate();
  const router = useRouter();
  const session = useSession();
  const { preferences, save } = usePreferences();
  const connections = useQuery(operationOptions('connections.list', {})).data?.value.connections ?? [];

  const showSession = (next: Session) =>
    client.setQueryData(operationOptions('session.current', {}).queryKey, answered(next));
  const open = useCommand('connections.open', { onSuccess: showSession });
  const runCheck = useRunCheck();
  const actAs = useCommand('session.actAs', { onSuccess: showSession });
  const lock = useCommand('connections.lock', { onSuccess: showSession });

  // This only reads the cache, because asking for the state would open the sandbox.
  const sandbox = useQuery({ ...operationOptions('sandbox.read', {}), enabled: false }).data?.value;
  const setTraffic = useCommand('sandbox.setTraffic', {
    onSuccess: (state) => client.setQueryData(operationOptions('sandbox.read', {}).queryKey, answered(state)),
  });

  return {
    session,
    preferences,
    connections,
    goTo: (path) => void navigate({ to: path }),
    goToGuide: () => {
      const [page = 'start', hash = ''] = (findPage(router.state.location.pathname)?.guide ?? 'start').split(
        '#',
      );
      void navigate({ to: '/help/$page', params: { page }, hash });
    },
    goToWelcome: () => void navigate({ to: '/welcome' }),
    goToSettings: (tab) => void navigate({ to: '/settings', search: { tab } }),
    goToDraft: (view) => void navigate({ to: '/explorer', search: writeExplorer({ view }) }),
    goToQuestion: (system, pattern) =>
      void navigate({ to: '/explorer', search: toQuestionSearch(system, pattern) }),
    goToAddress: (address) => router.history.push(address),
    goToFind: (id, as, searches) => void navigate(findPlace(id, as, searches)),
    goToTenant: (tenant) => void navigate({ to: '/triage', search: writeTriage({ tenant }) }),
    openPlace: (place) => void navigate(addressOfPlace(place)),
    goToQueue: (queue) =>
      void navigate({
        to: '/dead-letters',
        search: writeDeadLetters({ queue }),
      }),
    startReviewing: () => void navigate({ to: '/review', search: writeReview({ start: true }) }),
    savePreferences: save,
    openConnection: (connectionId) => void open.run({ connectionId }),
    addConnection: (page) => void navigate(connectionFormPlace({ page })),
    checkConnection: () => {
      void navigate({ to: '/settings', search: { tab: 'connections' } });
      runCheck(session.connection.id);
    },
    actAs: (personaId) => void actAs.run({ personaId }),
    lock: () => void lock.run({}),
    trafficIsPaused: sandbox?.traffic.paused,
    setTraffic: (paused) => void setTraffic.run({ paused }),
    ...panels,
  };
}
