import { rollDice, type Dice } from './dice.ts';
import { makeIds } from './make-ids.ts';
import { planBatch, type BatchHabits } from './plan-batch.ts';
import { planDownloads } from './plan-downloads.ts';
import { planMessages } from './plan-messages.ts';
import type { Item, PlantedBatch, PlantedWorkflow, StrangersWorld } from './world.ts';

export interface WorldOptions {
  readonly seed: string;
  /** This is in milliseconds since 1970; everything in the world is older. */
  readonly now: number;
  /** This is appended to the names of tables and queues, where several worlds share an endpoint. */
  readonly suffix?: string;
  /** Makes one tenant with many projects, one project with many batches, or one batch with many documents. */
  readonly giant?: { readonly projects?: number; readonly batches?: number; readonly documents?: number };
}

const aDay = 86_400_000;

/** Plans a deployment as someone would build it who has read domain.md and nothing of Sluice. */
export function planWorld({ seed, now: exactly, suffix = '', giant }: WorldOptions): StrangersWorld {
  // Some deployments write no fractions of a second, so nothing happens within one.
  const now = Math.floor(exactly / 1_000) * 1_000;
  const dice = rollDice(seed);
  const prefix = dice.of(['kb', 'acme.prod', 'Scan_Service', 'x']);
  const time = timeForm(dice);
  const habits = pickHabits(dice, now, time);
  const makeTenant = makeIds(dice, 'tenant');
  const makeProject = makeIds(dice, 'project');
  const makeWorkflow = makeIds(dice, 'workflow');
  const makeBatch = makeIds(dice, 'batch');
  const makeUser = makeIds(dice, 'user');
  const items: Item[] = [];
  const hasDirectory = dice.chance(0.6);
  const isSpare = dice.chance(0.5);

  const tenants = Array.from({ length: giant ? 1 : dice.of([1, 1, 2, 3]) }, () => ({
    tenantId: makeTenant(now - 300 * aDay),
    isInDirectory: hasDirectory,
  }));
  const projects: { tenantId: string; projectId: string }[] = [];
  const workflows: PlantedWorkflow[] = [];
  const batches: PlantedBatch[] = [];
  const users: { userId: string; email: string }[] = [];

  for (const { tenantId } of tenants) {
    const named = isSpare ? {} : { name: { S: `Name of ${tenantId}` }, plan: { S: 'gold' } };
    items.push({ PK: { S: `TENANT#${tenantId}` }, SK: { S: 'METADATA' }, ...named, ...habits.stamps(now) });
    if (hasDirectory) {
      items.push({ PK: { S: 'DIRECTORY#TENANTS' }, SK: { S: `TENANT#${tenantId}` }, ...named });
    }
    const userId = makeUser(now);
    const email = `clerk${users.length}-${dice.hex(4)}@mail.example`;
    users.push({ userId, email });
    items.push(
      {
        PK: { S: `USER#${userId}` },
        SK: { S: 'PROFILE' },
        GSI1PK: { S: email },
        GSI1SK: { S: `USER#${userId}` },
        ...(isSpare ? {} : { email: { S: email }, name: { S: 'Clerk' } }),
      },
      { PK: { S: `TENANT#${tenantId}` }, SK: { S: `USER#${userId}` } },
    );
    const mostProjects = giant?.projects ?? (giant ? 1 : dice.of([0, 1, 1, 2, 3]));
    for (let count = 0; count < mostProjects; count += 1) {
      const projectId = makeProject(now - 200 * aDay);
      projects.push({ tenantId, projectId });
      items.push({
        PK: { S: `TENANT#${tenantId}` },
        SK: { S: `PROJECT#${projectId}` },
        ...(isSpare ? {} : { name: { S: `Project ${count}` }, batchCount: { N: '3' } }),
        ...habits.stamps(now),
      });
      const own = Array.from({ length: dice.of([0, 1, 1, 2]) }, (_, at) => ({
        tenantId,
        projectId,
        workflowId: makeWorkflow(now - 100 * aDay),
        updatedAt: now - (1 + at * 40 + dice.between(0, 30)) * 3_600_000,
      }));
      workflows.push(...own);
      items.push(...own.map((workflow) => workflowItem(workflow, habits, dice)));
      items.push(...strangeNeighbours(tenantId, projectId, now, habits, dice));
      const perProject =
        giant?.batches ?? (giant?.documents ? 1 : giant ? dice.between(0, 2) : dice.between(0, 5));
      const made = Array.from({ length: perProject }, () => pickAge(dice, giant?.batches !== undefined));
      // They are made in the order of time, as ids are, and planted in any order.
      for (const age of made.toSorted((a, b) => b - a)) {
        const twin = giant ? undefined : batches.find((one) => one.tenantId !== tenantId);
        const batchId = twin && dice.chance(0.08) ? twin.batchId : makeBatch(now - age);
        if (batches.some((one) => one.tenantId === tenantId && one.batchId === batchId)) continue;
        const mostDocuments = giant?.documents ?? (giant?.batches ? dice.between(0, 1) : dice.between(0, 6));
        const workflowId =
          own.length === 0 ? null : (own[dice.between(0, own.length - 1)]?.workflowId ?? null);
        const planned = planBatch(
          { tenantId, projectId, batchId, workflowId, madeAt: now - age, documents: mostDocuments },
          habits,
          dice,
        );
        batches.push(planned.batch);
        items.push(...planned.items);
      }
    }
  }
  const downloads = planDownloads(dice, now, time);
  const messages = planMessages(dice, batches);
  return {
    seed,
    now,
    tenants,
    projects,
    workflows,
    users,
    batches,
    ...downloads.planted,
    messages,
    names: {
      table: `${prefix}-main${suffix}`,
      jobsTable: `${prefix}-files${suffix}`,
      batchesTable: `${prefix}-runs${suffix}`,
      documentQueue: `in_documents${suffix}`,
      documentDeadLetterQueue: `dead-documents${suffix}`,
      webhookQueue: `hooks${suffix}`,
      webhookDeadLetterQueue: `dead_hooks${suffix}`,
      stateMachine: `work-through-batch${suffix}`,
      documentsBucket: `files-of-kb${suffix}`,
    },
    items: { main: dice.shuffled(items), ...downloads.items },
  };
}

/**
 * Returns an age of up to 90 days. Unless ages are spread evenly, none is within an hour of a day, a week or 30 days
 * ago.
 */
function pickAge(dice: Dice, isEven: boolean): number {
  if (isEven) return dice.between(60, 90 * 24 * 60) * 60_000;
  const days = dice.of([0, 0, 0.3, 0.7, 1.4, 3, 5, 8, 15, 25, 33, 60, 89]);
  return days * aDay + dice.between(2, 120) * 60_000;
}

/** Writes ISO 8601 in one of the ways that programs do; each deployment keeps to one. */
function timeForm(dice: Dice): (at: number) => string {
  return dice.of([
    iso,
    iso,
    (at: number) => iso(at).replace(/\.\d{3}Z$/, 'Z'),
    (at: number) => iso(at).replace('Z', '417Z'),
    (at: number) => iso(at).replace('Z', '+00:00'),
  ]);
}

function iso(at: number): string {
  return new Date(at).toISOString();
}

function pickHabits(dice: Dice, now: number, time: (at: number) => string): BatchHabits {
  const hasStamps = dice.chance(0.92);
  const extras = createExtras(dice);
  return {
    now,
    time,
    counts: dice.of(['whole', 'without zeros', 'without zeros', 'none']),
    hasDocumentCount: dice.chance(0.7),
    hasOwnAttributes: dice.chance(0.3),
    hasStamps,
    retentionMs: dice.of([1, 3, 14, 30, 400]) * aDay,
    usage: dice.of(['ours', 'ours', 'other', 'none']),
    causes: pickCauses(dice),
    strangeStatus: dice.chance(0.3),
    hasHugeItem: dice.chance(0.06),
    extras,
    stamps: (at) =>
      hasStamps
        ? {
            version: { N: dice.of(['1', '7', '4096']) },
            createdAt: { S: time(at) },
            updatedAt: { S: time(at) },
          }
        : {},
  };
}

function createExtras(dice: Dice): () => Item {
  const choices: readonly [() => Item, ...(() => Item)[]] = [
    () => ({}),
    () => ({ exact: { N: '12345678901234567890123456789012345678' }, tiny: { N: '1E-120' } }),
    () => ({ run: { S: 'the second' }, runs: { N: '2' }, received: { NULL: true }, submittedBy: { N: '7' } }),
    () => ({ attempt: { L: [{ N: '1' }, { M: { by: { S: 'cron' } } }] }, labels: { SS: ['a', 'ü'] } }),
    () => ({ fileName: { NULL: true }, claimedBy: { N: '4' }, stage: { S: 'stage-two' } }),
    () => ({ __proto__x: { S: 'x' }, 'with space': { BOOL: true }, имя: { S: 'значение' } }),
  ];
  return dice.of(choices);
}

function pickCauses(dice: Dice): BatchHabits['causes'] {
  const shape = dice.of(['map', 'map', 'map', 'text', 'other map', 'list', 'none'] as const);
  // These messages have letters only; other tests cover how ids and numbers are taken out.
  const told = [
    ['UNREADABLE', 'the scan is upside down'],
    ['NoSuchSupplier', 'the ledger has no supplier of that name'],
    ['E-quota', 'too many pages were asked for'],
  ] as const;
  return dice
    .shuffled(told)
    .slice(0, dice.between(1, 3))
    .map(([code, message]) => ({ code, message, shape }));
}

function workflowItem(
  { tenantId, projectId, workflowId, updatedAt }: PlantedWorkflow,
  { time, hasOwnAttributes, extras }: BatchHabits,
  dice: Dice,
): Item {
  const partition = `TENANT#${tenantId}#PROJECT#${projectId}`;
  return {
    ...extras(),
    PK: { S: partition },
    SK: { S: `WORKFLOW#${workflowId}` },
    GSI1PK: { S: partition },
    GSI1SK: { S: time(updatedAt) },
    ...(hasOwnAttributes || dice.chance(0.6)
      ? {
          name: { S: `Reads ${workflowId.slice(0, 20)}` },
          confidenceThreshold: { N: '0.6' },
          reviewThreshold: { N: '0.9' },
        }
      : {}),
    version: { N: '2' },
    updatedAt: { S: time(updatedAt) },
  };
}

/** Plans items of other kinds under the partitions of batches, because the keys of domain.md leave room for them. */
function strangeNeighbours(
  tenantId: string,
  projectId: string,
  now: number,
  { time }: BatchHabits,
  dice: Dice,
): Item[] {
  if (!dice.chance(0.3)) return [];
  const status = dice.of(['FAILED', 'PROCESSING', 'REVIEW_REQUIRED']);
  return [
    {
      PK: { S: `TENANT#${tenantId}#EXPORT#${dice.hex(6)}` },
      SK: { S: `EXPORT#${dice.hex(6)}` },
      GSI2PK: { S: `TENANT#${tenantId}#STATUS#${status}` },
      GSI2SK: { S: time(now - dice.between(1, 200) * 3_600_000) },
      status: { S: status },
      destination: { S: 'the archive' },
    },
    {
      PK: { S: `TENANT#${tenantId}#PROJECT#${projectId}` },
      SK: { S: `BUDGET#${dice.hex(4)}` },
      euros: { N: '12.5' },
    },
  ];
}
