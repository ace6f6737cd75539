import { z } from 'zod';
import type { Job } from '#shared/contract/jobs/jobs.ts';
import { refused } from '#shared/contract/result.ts';
import type { Session } from '#shared/contract/session.ts';
import { downloadsPlaceOf } from '#shared/domain/job-place.ts';
import { placeOf } from '#shared/domain/job-words.ts';
import { ulidAt } from '#shared/domain/ulid.ts';
import type { ConnectionDoors } from '../../aws/connection-access.ts';
import type { Handlers } from '../../contract/handlers.ts';
import type { JobEngine } from '../../jobs/engine.ts';
import { keptPlans } from './kept-plans.ts';
import { makePlan } from './make-plan.ts';
import type { PlannedMessages } from './plan-messages.ts';
import { startPlan } from './start-plan.ts';

interface Parts {
  readonly engine: Pick<JobEngine, 'start'>;
  readonly doors: () => ConnectionDoors;
  readonly session: () => Session;
  readonly now: () => number;
  readonly messages: PlannedMessages;
  /** 0 ≤ n < 1 */
  readonly random: () => number;
}

export interface Plans {
  readonly handlers: Pick<Handlers, 'plans.make' | 'plans.start'>;
  /** What was about to be started, for the audit's entry: the plan itself is gone with the console. */
  readonly auditedIds: (operation: string, input: unknown) => Readonly<Record<string, string>>;
}

export function openPlans({ engine, doors, session, messages, now, random }: Parts): Plans {
  const plans = keptPlans(now);
  return {
    handlers: {
      async 'plans.make'({ target }) {
        // As it is now: somebody may open another connection while this reads.
        const { connection, who, sandboxResets } = session();
        if (who === null) return nobody();
        const newId = () => ulidAt(now(), random);
        const made = await makePlan(target, { doors: doors(), connection, who, now, newId, messages });
        if (made.ok) plans.keep(made.value, sandboxResets);
        return made;
      },
      'plans.start': startPlan({ plans, engine, session, now }),
    },
    auditedIds(operation, input) {
      if (operation !== 'plans.start') return {};
      const { success, data } = startedPlan.safeParse(input);
      if (!success) return {};
      const plan = plans.find(data.planId)?.plan;
      if (plan === undefined) return { hash: data.hash };
      const { kind, tenantId, target, counts } = plan;
      const { batchId, queue } = placeOf(target);
      const { downloads } = downloadsPlaceOf(target);
      return {
        hash: data.hash,
        kind,
        ...(tenantId !== null && { tenantId }),
        ...(batchId !== null && { batchId }),
        ...(queue !== null && { queue }),
        ...(downloads !== undefined && auditedDownloads(downloads)),
        ...('editedBody' in target && target.editedBody !== undefined && { edited: 'yes' }),
        go: String(counts.go),
      };
    },
  };
}

function auditedDownloads({ date, batchId }: NonNullable<Job['downloads']>): Record<string, string> {
  return { ...(date !== null && { date }), ...(batchId !== null && { downloadBatchId: batchId }) };
}

const startedPlan = z.object({ planId: z.string(), hash: z.string() });

function nobody(): ReturnType<typeof refused> {
  const message = 'Who you are is not known on this connection. Nothing was planned. Sign in first.';
  return refused({ code: 'sign-in-expired', message });
}
