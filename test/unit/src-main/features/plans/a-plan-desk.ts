import type { DocumentItem } from '#pipelines/extraction/item-shapes.ts';
import type { ConnectionDoors } from '#main/aws/doors.ts';
import { heldMessages, type HeldMessages } from '#main/dead-letters/held-messages.ts';
import type { JobEngine } from '#main/jobs/engine.ts';
import { openPlans, type Plans } from '#main/features/plans/plans-handlers.ts';
import type { Plan } from '#shared/contract/plans.ts';
import type { PlanTarget } from '#shared/domain/job-kinds/job-kinds.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import type { Session } from '#shared/contract/session.ts';
import { openPreferences } from '#main/features/preferences/preferences-handlers.ts';
import { aHome } from '#test/builders/a-home.ts';
import { anApi, type Api } from '#test/builders/an-api.ts';
import { aSession } from '#test/builders/a-session.ts';
import { doorsOver, type SentRequest } from '#test/builders/doors-over.ts';
import { plantBatch, type PlantedBatch } from '#test/builders/extraction-items.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';

type Started = Parameters<JobEngine['start']>;

export interface PlanDesk {
  readonly api: Api;
  readonly planted: PlantedBatch;
  readonly doors: ConnectionDoors;
  readonly sent: SentRequest[];
  readonly plans: Plans;
  readonly started: Started[];
  readonly held: HeldMessages;
  readonly sentBefore: Map<string, 'sent' | 'uncertain'>;
  /** Targets all documents of the batch, or only these. */
  readonly target: (documentIds?: readonly string[]) => PlanTarget;
  readonly make: (target?: PlanTarget) => Promise<Plan>;
  readonly tryMake: (target: PlanTarget) => Promise<Result<Plan>>;
  readonly start: (plan: Plan, more?: Partial<StartInput>) => Result<unknown>;
  /** Changes the person or the connection, and lets time pass. */
  readonly change: (change: Partial<Session> & { readonly laterMs?: number }) => void;
}

type StartInput = Parameters<Plans['handlers']['plans.start']>[0];

export const context = { reference: 'ref', role: 'support', host: 'browser' } as const;

/** Opens plans over pocket AWS with a batch in it, and an engine that only records what it is given. */
export async function aPlanDesk(
  documents: readonly Partial<DocumentItem>[],
  { run = 1 }: { readonly run?: number } = {},
): Promise<PlanDesk> {
  const api = await anApi();
  const planted = await plantBatch(api, documents, { run });
  let session = aSession();
  let later = 0;
  const now = (): number => api.parts.now() + later;
  const doors = doorsOver(api.aws.dispatch, now);
  const started: Started[] = [];
  const held = heldMessages();
  const sentBefore: PlanDesk['sentBefore'] = new Map();
  const plans = openPlans({
    engine: {
      open: () => [],
      start(...given) {
        started.push(given);
        return ok({} as never);
      },
    },
    doors: () => doors,
    session: () => session,
    lastPaces: openPreferences({ home: aHome(), log: { warn: () => undefined }, now }).lastPaces,
    messages: { held, sentBefore: { of: (_connection, _queue, id) => sentBefore.get(id) ?? null } },
    now,
    random: () => api.aws.world.random.unit(),
  });
  const { tenantId, projectId, batchId } = planted.batch;
  const all = planted.documents.map(({ documentId }) => documentId);
  const target = (documentIds: readonly string[] = all): PlanTarget => ({
    kind: 'reprocess',
    tenantId,
    projectId,
    batchId,
    documentIds: [...documentIds],
  });
  const tryMake = async (of: PlanTarget) => plans.handlers['plans.make']({ target: of }, context);
  return {
    api,
    planted,
    doors,
    sent: doors.sent,
    held,
    sentBefore,
    plans,
    started,
    target,
    tryMake,
    make: async (of = target()) => valueOf(await tryMake(of)),
    start: ({ planId, hash }, more = {}) =>
      plans.handlers['plans.start']({ planId, hash, ...more }, context) as Result<unknown>,
    change({ laterMs = 0, ...change }) {
      later += laterMs;
      session = { ...session, ...change };
    },
  };
}

export const failed = {
  status: 'FAILED',
  stage: 'gap-fill',
  error: { stage: 'gap-fill', code: 'ThrottlingException', message: 'Too many tokens, please wait' },
} as const satisfies Partial<DocumentItem>;
