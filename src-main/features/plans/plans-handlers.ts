import type { Session } from '#shared/contract/session.ts';
import type { ConnectionDoors } from '../../aws/connection-access.ts';
import type { Handlers } from '../../contract/handlers.ts';
import type { JobEngine } from '../../jobs/engine.ts';

interface Parts {
  readonly engine: JobEngine;
  readonly doors: () => ConnectionDoors;
  readonly session: () => Session;
  readonly now: () => number;
}

export function plansHandlers(_parts: Parts): Pick<Handlers, 'plans.make' | 'plans.start'> {
  return {} as never;
}
