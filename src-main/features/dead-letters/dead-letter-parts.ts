import { ok, refused, type Result } from '#shared/contract/result.ts';
import type { ConnectionSummary, Session } from '#shared/contract/session.ts';
import { whyReadOnly } from '#shared/domain/why-read-only.ts';
import type { ConnectionDoors } from '../../aws/connection-access.ts';
import type { HeldMessages } from '../../dead-letters/held-messages.ts';
import type { SentBefore } from '../../dead-letters/sent-before.ts';
import type { MessageFactsStore } from './message-facts.ts';
import type { SampleShelf } from './sample-shelf.ts';

export interface DeadLetterParts {
  /** Of the open connection, held to the tenants of whoever is there. */
  readonly doors: () => ConnectionDoors;
  readonly session: () => Session;
  readonly held: HeldMessages;
  readonly sentBefore: SentBefore;
  /** Messages of a queue that a running job has not come to yet: they are its own until it has. */
  readonly worksOn: (connectionId: string, queue: string) => ReadonlySet<string>;
  readonly shelf: SampleShelf;
  readonly facts: MessageFactsStore;
  readonly now: () => number;
}

/** A dead-letter queue of the connection that was open when somebody asked. */
export interface QueueHere extends Pick<ConnectionDoors, 'queues' | 'alarms' | 'reader'> {
  readonly connection: ConnectionSummary;
  readonly connectionId: string;
  readonly queue: string;
}

/** Also what is in memory already is for those alone who may look into this queue. */
export async function queueHere(
  { doors, session }: Pick<DeadLetterParts, 'doors' | 'session'>,
  queue: string,
): Promise<Result<QueueHere>> {
  const { connection } = session();
  const { queues, alarms, reader } = doors();
  const configured = await queues.configured();
  if (!configured.ok) return configured;
  if (configured.value.some(({ name }) => name === queue)) {
    return ok({ connection, connectionId: connection.id, queue, queues, alarms, reader });
  }
  return refused({
    code: 'not-found',
    message: `"${queue}" is none of the dead-letter queues of ${connection.name}. Nothing was done.`,
    what: queue,
  });
}

/**
 * Why nothing may be sent there now; null where it may. The lock closes while a command is under way, too: by its time, by
 * hand, and when another connection is opened. Asked again right before each call that changes something.
 */
export function lockedMeanwhile(
  { session }: Pick<DeadLetterParts, 'session'>,
  { connection }: Pick<QueueHere, 'connection'>,
): string | null {
  const open = session().connection;
  const { id, name, unlockable } = connection;
  return whyReadOnly(open.id === id ? open : { name, unlockable, readOnly: unlockable });
}

export function notHeld(consequence: string): Result<never> {
  return refused({
    code: 'not-found',
    message: `This console no longer holds it. ${consequence} Sample again to see whether it is still in the queue.`,
    what: 'message',
  });
}
