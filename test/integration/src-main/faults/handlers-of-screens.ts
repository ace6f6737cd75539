import { openAttention } from '#main/reads/attention.ts';
import { openIdOrders } from '#main/reads/batches-by-time.ts';
import { composeTriage, openWatching } from '#main/compose/compose-reading.ts';
import { composeWorkflows, openDeadLetters, openReview } from '#main/compose/open-acting.ts';
import { heldMessages } from '#main/dead-letters/held-messages.ts';
import { defaultPreferences } from '#shared/contract/default-preferences.ts';
import { aHome } from '#test/builders/a-home.ts';
import { aSession } from '#test/builders/a-session.ts';
import { explorerOver } from './explorer-over.ts';
import type { ConnectionDoors } from '#main/aws/doors.ts';

/** Returns the handlers for the screens' questions over these doors, for a person who may see everything. */
export function handlersOfScreens(doors: ConnectionDoors, now: () => number) {
  const session = aSession({ who: { id: 'admin', name: 'Ines', role: 'admin', tenants: '*' } });
  const log = { info() {}, warn() {}, error() {}, fatal() {} };
  const parts = {
    home: aHome(),
    doors: () => doors,
    session: () => session,
    orders: openIdOrders(now),
    log,
    now,
  };
  const onSession = () => () => undefined;
  const watching = openWatching({
    ...parts,
    onSession,
    preferences: () => defaultPreferences,
    onPreferences: onSession,
    notify: undefined,
    after: () => () => undefined,
    asMonitor: (work) => work(),
  });
  const handlers = {
    ...composeTriage(parts),
    ...composeWorkflows(parts),
    ...openReview({ ...parts, attention: openAttention(now), onSession, seen() {} }).handlers,
    ...openDeadLetters({
      ...parts,
      onSession,
      doorsOf: () => doors,
      held: heldMessages(),
      sentBefore: { of: () => null },
      worksOn: () => new Set(),
      sleep: () => new Promise(() => undefined),
    }).handlers,
    ...watching.handlers,
    ...explorerOver(parts),
  };
  return { handlers, close: () => watching.close() };
}
