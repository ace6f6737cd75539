import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { sandboxConnectionId } from '#shared/domain/connection.ts';
import type { ConnectionAccess } from '../aws/connection-access.ts';
import { clipboardHandlers, type WriteClipboard } from '../features/clipboard/clipboard-handlers.ts';
import { checkHandlers } from '../features/connections/check-handlers.ts';
import type { LiveConnectionsFile } from '../features/connections/connections-file.ts';
import { connectionsHandlers, detailsHandlers } from '../features/connections/connections-handlers.ts';
import type { ConnectionForm } from '../features/connections/form-handlers.ts';
import type { HomeFeature } from '../features/home/home-handlers.ts';
import type { Explorer } from '../features/explorer/explorer-handlers.ts';
import { preferencesHandlers, type PreferencesStore } from '../features/preferences/preferences-handlers.ts';
import { problemsHandlers } from '../features/problems/problems-handlers.ts';
import { sandboxHandlers, type ControlSandbox } from '../features/sandbox/sandbox-handlers.ts';
import { sessionHandlers } from '../features/session/session-handlers.ts';
import { writingHandlers } from '../features/session/writing-handlers.ts';
import { signInHandlers } from '../features/sign-in/sign-in-handlers.ts';
import { spendWatchers, type SpendTally } from '../features/spend/spend-handlers.ts';
import type { Handlers, Watchers } from '../gate/gate.ts';
import type { Log } from '../log/open-log.ts';
import type { SessionStore } from '../session/session-store.ts';
import type { SignInsOf } from '../session/sign-ins.ts';
import type { Jobs } from './compose-jobs.ts';
import {
  composeCosts,
  composeTriage,
  type CostsParts,
  type TriageParts,
  type Watching,
} from './compose-reading.ts';
import { composeWorkflows, type DeadLetters, type Review, type WorkflowsParts } from './open-acting.ts';

interface Parts {
  readonly file: LiveConnectionsFile;
  readonly form: ConnectionForm['handlers'];
  readonly session: SessionStore;
  readonly access: ConnectionAccess;
  readonly signInsOf: SignInsOf;
  readonly systems: readonly SystemDeclaration[];
  readonly preferences: PreferencesStore;
  readonly tally: SpendTally;
  readonly explorer: Explorer;
  readonly console: HomeFeature;
  readonly controlSandbox: ControlSandbox;
  readonly triage: TriageParts;
  readonly workflows: WorkflowsParts;
  readonly costs: Omit<CostsParts, 'onSession' | 'controlSandbox'>;
  readonly jobs: Jobs;
  readonly review: Review;
  readonly deadLetters: DeadLetters;
  readonly watching: Watching;
  readonly log: Log;
  readonly writeClipboard: WriteClipboard | undefined;
}

/** Maps every operation to its handler. The features meet only here. */
export function composeHandlers(parts: Parts): Handlers & Watchers {
  const {
    file,
    form,
    session,
    access,
    signInsOf,
    systems,
    preferences,
    tally,
    explorer,
    triage,
    workflows,
    costs,
    jobs,
    review,
    deadLetters,
    watching,
    controlSandbox,
    log,
    writeClipboard,
  } = parts;
  return {
    ...sessionHandlers(session),
    ...composeConnections({ file, form, session, access, signInsOf, systems }),
    ...sandboxHandlers(session, controlSandbox),
    ...preferencesHandlers(preferences),
    ...spendWatchers(tally),
    ...explorer.handlers,
    ...parts.console.handlers,
    ...composeTriage({
      ...triage,
      hasConnection: (connectionId) =>
        connectionId === sandboxConnectionId || file.connections.some(({ id }) => id === connectionId),
    }),
    ...composeWorkflows(workflows),
    ...composeCosts({ ...costs, onSession: (listener) => session.onChange(listener), controlSandbox }),
    ...review.handlers,
    ...deadLetters.handlers,
    ...watching.handlers,
    ...jobs.handlers,
    ...clipboardHandlers(writeClipboard),
    ...problemsHandlers(log),
  };
}

interface ConnectionParts {
  readonly file: LiveConnectionsFile;
  readonly form: ConnectionForm['handlers'];
  readonly session: SessionStore;
  readonly access: ConnectionAccess;
  readonly signInsOf: SignInsOf;
  readonly systems: readonly SystemDeclaration[];
}

/** Serves the open connection: its sign-in, its check and its unlock time. */
function composeConnections({ file, form, session, access, signInsOf, systems }: ConnectionParts) {
  return {
    ...connectionsHandlers({ file, session, isWorkedOn: (id) => access.isWorkedOn(id) }),
    ...detailsHandlers({ file, systems, tableNames: access.tableNames }),
    ...checkHandlers({ file, access, systems }),
    ...form,
    ...signInHandlers(session, signInsOf),
    ...writingHandlers(session),
  };
}
