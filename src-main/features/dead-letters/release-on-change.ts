import type { Session } from '#shared/contract/session.ts';
import { sandboxConnectionId } from '#shared/domain/connection.ts';
import type { ConnectionDoors } from '../../aws/connection-access.ts';
import type { Log } from '../../log/open-log.ts';
import type { DeadLetterParts } from './dead-letter-parts.ts';
import { releaseQueue } from './hold-and-release.ts';

interface Parts extends Pick<DeadLetterParts, 'session' | 'held' | 'worksOn' | 'shelf' | 'now'> {
  /** Of any connection, whoever is there meanwhile. */
  readonly doorsOf: (connectionId: string) => Pick<ConnectionDoors, 'queues'>;
  readonly onSession: (listener: (session: Session) => void) => () => void;
  readonly log: Pick<Log, 'warn'>;
}

interface Releasing {
  /** Gives everything back, as far as the time goes. */
  readonly close: (patience: Promise<void>) => Promise<void>;
}

/** What was sampled is of one person on one connection, in one world: for the next it is given back. */
export function releaseOnChange(parts: Parts): Releasing {
  const { session, onSession, doorsOf, held, shelf, log } = parts;
  let before = session();
  const opened = new Set([before.connection.id]);

  async function releaseAll(connectionId: string): Promise<void> {
    const queues = shelf.everSampled(connectionId);
    try {
      const answers = await Promise.all(
        queues.map((queue) =>
          releaseQueue(parts, { connectionId, queue, queues: doorsOf(connectionId).queues }),
        ),
      );
      const failed = answers.reduce((sum, answer) => sum + answer.failed, 0);
      // They come back by themselves when their time is over.
      if (failed > 0) log.warn({ connectionId, failed }, 'messages were not given back');
    } catch (error) {
      log.warn({ connectionId, err: error }, 'messages were not given back');
    }
  }

  const stop = onSession((now) => {
    const old = before;
    before = now;
    opened.add(now.connection.id);
    if (now.sandboxResets !== old.sandboxResets) {
      for (const queue of shelf.everSampled(sandboxConnectionId)) shelf.forget(sandboxConnectionId, queue);
      held.forget(sandboxConnectionId);
    }
    if (now.connection.id !== old.connection.id || now.who?.id !== old.who?.id) {
      void releaseAll(old.connection.id);
    }
  });

  return {
    async close(patience) {
      stop();
      await Promise.race([Promise.all([...opened].map(releaseAll)), patience]);
    },
  };
}
