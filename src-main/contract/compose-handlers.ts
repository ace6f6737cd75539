import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import type { ConnectionAccess } from '../aws/connection-access.ts';
import { clipboardHandlers } from '../features/clipboard/clipboard-handlers.ts';
import type { WriteClipboard } from '../features/clipboard/clipboard-handlers.ts';
import type { LiveConnectionsFile } from '../features/connections/connections-file.ts';
import type { Explorer } from '../features/explorer/explorer-handlers.ts';
import { preferencesHandlers, type PreferencesStore } from '../features/preferences/preferences-handlers.ts';
import { problemsHandlers } from '../features/problems/problems-handlers.ts';
import { sandboxHandlers } from '../features/sandbox/sandbox-handlers.ts';
import type { ControlSandbox } from '../features/sandbox/sandbox-handlers.ts';
import { sessionHandlers } from '../features/session/session-handlers.ts';
import type { SessionStore } from '../session/session-store.ts';
import type { SignInsOf } from '../session/sign-ins.ts';
import { spendWatchers, type SpendTally } from '../features/spend/spend-handlers.ts';
import type { Log } from '../log/open-log.ts';
import type { DeadLetters } from './compose-dead-letters.ts';
import type { Jobs } from './compose-jobs.ts';
import type { Review } from './compose-review.ts';
import { composeConnections } from './compose-connections.ts';
import { composeCosts, type CostsParts } from './compose-costs.ts';
import { composeTriage, type TriageParts } from './compose-triage.ts';
import { composeWorkflows, type WorkflowsParts } from './compose-workflows.ts';
import type { Watching } from './compose-watching.ts';
import type { Handlers, Watchers } from './handlers.ts';

interface Parts {
  readonly file: LiveConnectionsFile;
  readonly session: SessionStore;
  readonly access: ConnectionAccess;
  readonly signInsOf: SignInsOf;
  readonly systems: readonly SystemDeclaration[];
  readonly preferences: PreferencesStore;
  readonly tally: SpendTally;
  readonly explorer: Explorer;
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

/** Every operation with who answers it; the features meet here and nowhere else. */
export function composeHandlers(parts: Parts): Handlers & Watchers {
  const {
    file,
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
    ...composeConnections({ file, session, access, signInsOf, systems }),
    ...sandboxHandlers(session, controlSandbox),
    ...preferencesHandlers(preferences),
    ...spendWatchers(tally),
    ...explorer.handlers,
    ...composeTriage(triage),
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
