import { AsyncResource } from 'node:async_hooks';
import type { Session } from '#shared/contract/session.ts';
import type { Watchers } from '../../contract/handlers.ts';
import type { CostsParts } from './costs-parts.ts';
import { worldOfSession, type KnownCosts } from './known-costs.ts';
import { meterPeriod } from './meter-period.ts';
import type { SharedMetering } from './metering/shared-metering.ts';
import { sharedReads } from './metering/shared-reads.ts';
import { paced } from './paced.ts';

interface WatchParts extends CostsParts {
  readonly later: (work: () => void, ms: number) => () => void;
  readonly known: (
    session: Session,
    input: { tenantId: string | null; days: 1 | 7 | 30 },
    known: KnownCosts,
  ) => void;
}

/** Goes on until it is done or nobody watches, and begins anew for somebody else, on another connection or after a reset. */
export function watchCosts(parts: WatchParts): Watchers['costs.watch'] {
  const shared: SharedMetering = sharedReads();

  return (input, emit, { reference }) => {
    let world = worldOfSession(parts.session());
    let stop = begin();
    // What it reads then is still this watch's, and not of the command that has changed the session.
    const beginAnew = AsyncResource.bind(() => {
      stop();
      stop = begin();
    });
    const leave = parts.onSession((session) => {
      if (worldOfSession(session) === world) return;
      world = worldOfSession(session);
      beginAnew();
    });
    return () => {
      leave();
      stop();
    };

    function begin(): () => void {
      const end = new AbortController();
      const { signal } = end;
      const session = parts.session();
      const period = meterPeriod(input, {
        ...parts,
        session: () => session,
        shared,
        signal,
        changed: () => pace.changed(),
        known: (known) => parts.known(session, input, known),
      });
      const pace = paced(() => emit(period.current()), parts.later);
      pace.changed();
      void period
        .run()
        .catch((error: unknown) => {
          if (signal.aborted) return;
          parts.log.error({ operation: 'costs.watch', reference, err: error }, 'unexpected error');
          period.fail(
            `Metering met an error nobody foresaw; the log has ${reference}. What is here was read.`,
          );
        })
        .finally(() => {
          if (!signal.aborted) pace.last();
        });
      return () => {
        pace.stop();
        end.abort();
      };
    }
  };
}
