import { seededRandomness, type Randomness } from '../randomness.ts';
import { createDocumentPlanner, type PlannedTenant, type PlannedWorkflow } from '../past/plan.ts';
import type { Timer } from '../clock.ts';
import type { World } from '../world.ts';
import { wholeSheet, type Paper } from '../sheets/paper.ts';
import type { Defect, SheetRecipe } from '../sheets/sheet.ts';

export interface TrafficState {
  readonly paused: boolean;
  /** Since the sandbox began. */
  readonly batches: number;
  readonly batchesToday: number;
}

export interface LiveTraffic {
  readonly state: () => TrafficState;
  readonly setPaused: (paused: boolean) => void;
  readonly stop: () => void;
}

/** A day's traffic, so that a sandbox left open over the holidays does not fill the disk. */
export const mostBatchesADay = 24;
/** A person who opens the sandbox soon sees something in work. */
const firstAfterMs = 4_000;
const leastGapMs = 10 * 60_000;
const mostGapMs = 25 * 60_000;
const day = 86_400_000;

interface Kept {
  readonly paused: boolean;
  readonly batches: number;
  readonly day: number;
  readonly batchesToday: number;
  readonly lastAt: number;
}

/** Customers who send a few documents now and then, through the pipelines' own API, like every caller. */
export function liveTraffic(
  world: World,
  {
    seed,
    tenants,
    customer,
  }: { readonly seed: string; readonly tenants: readonly PlannedTenant[]; readonly customer: Customer },
): LiveTraffic {
  const { clock } = world;
  const states = world.store.collection<Kept>('living/traffic');
  const sending = sendUploads(world, customer);
  let timer: Timer | undefined;
  let hasStopped = false;

  const kept = (): Kept => states.get('state') ?? begun;
  const today = (): number => Math.floor(clock.now() / day);
  const countToday = (): number => (kept().day === today() ? kept().batchesToday : 0);

  const wait = (ms: number): void => {
    timer?.cancel();
    timer = hasStopped || kept().paused ? undefined : clock.after(ms, next);
  };
  const next = (): void => {
    if (countToday() >= mostBatchesADay) return wait((today() + 1) * day - clock.now());
    const release = clock.hold();
    const n = kept().batches + 1;
    void send(n)
      // Refused or unreachable, on purpose perhaps: a customer tries again another time.
      .catch(() => undefined)
      .finally(() => {
        wait(pickGap(seed, n));
        release();
      });
  };
  const send = async (n: number): Promise<void> => {
    const batch = makeLiveBatch({ seed, n, now: clock.now() }, tenants);
    const documents = await customer.submit(batch);
    if (hasStopped) return;
    const counted = { batches: n, day: today(), batchesToday: countToday() + 1, lastAt: clock.now() };
    states.set('state', { ...kept(), ...counted });
    sending.add(documents, seededRandomness(`${seed}/uploads/${n}`));
  };

  // Opened again and again, it does not send a batch each time.
  wait(Math.max(firstAfterMs, kept().lastAt + leastGapMs - clock.now()));
  return {
    state: () => ({ paused: kept().paused, batches: kept().batches, batchesToday: countToday() }),
    setPaused(paused) {
      if (paused === kept().paused) return;
      states.set('state', { ...kept(), paused });
      wait(firstAfterMs);
    },
    stop() {
      hasStopped = true;
      timer?.cancel();
      sending.stop();
    },
  };
}

const begun: Kept = { paused: false, batches: 0, day: 0, batchesToday: 0, lastAt: 0 };

function pickGap(seed: string, n: number): number {
  const share = seededRandomness(`${seed}/gap/${n}`).unit();
  return Math.round(leastGapMs + share * (mostGapMs - leastGapMs));
}

interface LiveDocument {
  readonly fileName: string;
  readonly recipe: SheetRecipe;
  /** Present where the file is not one whole sheet. */
  readonly paper?: Paper;
}

export interface LiveBatch {
  readonly workflow: PlannedWorkflow;
  readonly idempotencyKey: string;
  readonly documents: readonly LiveDocument[];
}

/** Most documents are fine; these are the others of a hundred. */
const defectShares: readonly (readonly [Defect, number])[] = [
  ['unsure', 16],
  ['throttled', 4],
  ['timeout', 2],
  ['illegible', 2],
  ['corrupt', 2],
  ['schema mismatch', 1],
  ['unsupported language', 1],
];

/** Makes the n-th batch that arrives while the sandbox is open; the same seed makes the same batch. */
function makeLiveBatch(
  { seed, n, now }: { readonly seed: string; readonly n: number; readonly now: number },
  tenants: readonly PlannedTenant[],
): LiveBatch {
  const dice = seededRandomness(`${seed}/traffic/${n}`);
  const { name: recipient, projects } = pickOne(dice, tenants);
  const workflow = pickOne(
    dice,
    projects.flatMap(({ workflows }) => workflows),
  );
  const idempotencyKey = dice.uuid();
  const size = 2 + dice.integer(5);
  const hash = dice.integer(2 ** 31);
  const document = createDocumentPlanner({
    seed,
    recipient,
    workflow,
    hash,
    submittedAt: now,
    isRedesigned: true,
  });
  const documents = Array.from({ length: size }, (_, index) =>
    document(index, `live-${n}-${index}`, pickDefect(dice.integer(100))),
  ).map(({ fileName, recipe }) => ({ fileName, recipe }));
  const isOdd = n % oddEvery === 2;
  return {
    workflow,
    idempotencyKey,
    documents: isOdd ? [...documents, ...makeOddFiles(document, n)] : documents,
  };
}

/** So often, a customer also sends files that have to be divided or joined; the second batch is the first of them. */
const oddEvery = 6;

/** Two documents in one file, and one document in two files. All of them go to review. */
function makeOddFiles(plan: ReturnType<typeof createDocumentPlanner>, n: number): readonly LiveDocument[] {
  const [one, other, long] = ['one', 'other', 'long'].map((name, at) =>
    plan(20 + at, `live-${n}-${name}`, 'unsure'),
  );
  if (!one || !other || !long) return [];
  const recipe = { ...long.recipe, pages: Math.max(2, long.recipe.pages) };
  const name = long.fileName.replace(/\.pdf$/, '');
  return [
    { ...pickFile(one), paper: [wholeSheet(one.recipe), wholeSheet(other.recipe)] },
    { fileName: `${name}-1.pdf`, recipe, paper: [{ recipe, from: 1, to: 1 }] },
    { fileName: `${name}-2.pdf`, recipe, paper: [{ recipe, from: 2, to: recipe.pages }] },
  ];
}

function pickFile({ fileName, recipe }: LiveDocument): LiveDocument {
  return { fileName, recipe };
}

function pickDefect(roll: number): Defect | undefined {
  let below = 0;
  for (const [defect, share] of defectShares) {
    below += share;
    if (roll < below) return defect;
  }
  return undefined;
}

function pickOne<T>(dice: Randomness, choice: readonly T[]): T {
  const chosen = choice[dice.integer(choice.length)];
  if (chosen === undefined) throw new Error('There is nothing to choose from');
  return chosen;
}

export interface Upload {
  readonly documentId: string;
  readonly uploadUrl: string;
  readonly recipe: SheetRecipe;
  readonly paper?: Paper;
}

/** A customer is outside: it has an address of the API, a sign-in, and files. */
export interface Customer {
  submit(batch: LiveBatch): Promise<readonly Upload[]>;
  /** Answers the status of the PUT. */
  upload(file: Upload): Promise<number>;
}

interface Waiting extends Upload {
  /** The time of the next attempt. */
  readonly at: number;
  readonly until: number;
}

/** An upload address is valid for so long. */
const longestMs = 15 * 60_000;
const retryMs = 5_000;

/** Files on their way to the bucket, one after the other. They are kept, so that none is forgotten half-way. */
function sendUploads(
  world: World,
  customer: Customer,
): { readonly add: (files: readonly Upload[], dice: Randomness) => void; readonly stop: () => void } {
  const { clock } = world;
  const waiting = world.store.collection<Waiting>('living/uploads');
  let hasStopped = false;

  const send = (file: Waiting): void => {
    if (hasStopped) return;
    if (clock.now() > file.until) {
      waiting.delete(file.documentId);
      return;
    }
    const release = clock.hold();
    void attempted(file).finally(release);
  };
  const attempted = async (file: Waiting): Promise<void> => {
    const status = await customer.upload(file).catch(() => 500);
    if (hasStopped) return;
    // A refused upload would be refused again.
    if (status < 500) waiting.delete(file.documentId);
    else sendAt({ ...file, at: clock.now() + retryMs });
  };
  const sendAt = (file: Waiting): void => void clock.at(file.at, () => send(file));

  for (const file of waiting.values()) sendAt(file);
  return {
    add(files, dice) {
      let at = clock.now();
      for (const file of files) {
        at += 400 + dice.integer(1_600);
        const next = { ...file, at, until: clock.now() + longestMs };
        waiting.set(file.documentId, next);
        sendAt(next);
      }
    },
    stop() {
      hasStopped = true;
    },
  };
}
