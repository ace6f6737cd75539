import { expect, it } from 'vitest';
import { seededRandomness } from '#local/world/randomness.ts';
import { anApi, reviewer, type Api } from '#test/builders/an-api.ts';
import { plantBatch } from '#test/builders/extraction-items.ts';
import { chooseRuns } from '#test/setup/choose-runs.ts';

/** Every reviewer takes documents until none is left for them, on one queue of several batches. */
it.each([
  { people: 2, documents: 6 },
  { people: 5, documents: 9 },
  { people: 20, documents: 26 },
])(
  '$people reviewers on one queue never meet, get every document, and do not wait while one is free',
  { timeout: 3_600_000 },
  async ({ people, documents }) => {
    let api = await anApi({ crowd: `next for ${people}` });
    const rounds = chooseRuns({ short: people === 20 ? 2 : 6, long: 1_000 });
    const total = { given: 0, ahead: 0, none: 0, met: 0, waited: 0, left: 0 };
    for (let round = 1; round <= rounds; round += 1) {
      // The table of many rounds would only make the later ones slower.
      if (round % 50 === 0) api = await anApi({ crowd: `next for ${people}, ${round}` });
      const found = await runRound(api, { people, documents, seed: `${people}/${round}` });
      for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += found[name];
    }
    if (rounds > 10) process.stderr.write(`${people} people, ${rounds} rounds: ${JSON.stringify(total)}\n`);
    expect(total).toMatchObject({ met: 0, waited: 0, left: 0 });
    expect(total.given).toBeGreaterThanOrEqual(documents * rounds);
  },
);

interface Round {
  readonly people: number;
  readonly documents: number;
  readonly seed: string;
}

interface Known {
  holder: string | undefined;
  isDecided: boolean;
  /** The moment since which it is free; undefined while it is not. */
  freeSince: number | undefined;
  readonly at: Readonly<Record<'tenantId' | 'batchId' | 'documentId', string>>;
}

async function runRound(api: Api, { people, documents, seed }: Round) {
  const tenantId = `tenant-${seed.replace('/', '-')}`;
  const known = new Map<string, Known>();
  for (let from = 0; from < documents; from += perBatch) {
    const count = Math.min(perBatch, documents - from);
    const planted = await plantBatch(
      api,
      Array.from({ length: count }, (_, index) => ({
        documentId: `${seed.replace('/', '-')}-${from + index}`,
      })),
      { tenantId, batchId: `batch-${seed.replace('/', '-')}-${from}` },
    );
    for (let index = 0; index < count; index += 1) {
      const at = planted.at(index);
      known.set(at.documentId, { holder: undefined, isDecided: false, freeSince: 0, at });
    }
  }
  const found = { given: 0, ahead: 0, none: 0, met: 0, waited: 0, left: 0 };
  const skippedBy = new Map<string, Set<string>>();
  let moment = 1;
  await Promise.all(Array.from({ length: people }, (_, index) => review(`person-${index + 1}`)));
  found.left = [...known].filter(
    ([id, one]) => !one.isDecided && [...skippedBy.values()].some((skipped) => !skipped.has(id)),
  ).length;
  return found;

  async function review(sub: string): Promise<void> {
    const as = { ...reviewer, sub, tenants: [tenantId] };
    const dice = seededRandomness(`${seed}/${sub}`);
    const skipped = new Set<string>();
    skippedBy.set(sub, skipped);
    const hands: { readonly id: string; readonly version: number }[] = [];
    for (;;) {
      const open = hands.shift() ?? (await ask(false));
      if (open === undefined) {
        if ([...known].every(([id, one]) => one.isDecided || skipped.has(id))) return;
        await new Promise((resolve) => setImmediate(resolve));
        continue;
      }
      if (dice.unit() < 0.4) {
        const next = await ask(true, open.id);
        if (next) hands.push(next);
      }
      await (dice.unit() < 0.12 && skipped.size < 1 ? leave(open) : decide(open));
    }

    async function ask(ahead: boolean, openId?: string) {
      const began = moment;
      const not = [...skipped, ...(openId === undefined ? [] : [openId])].map((id) => known.get(id)?.at);
      const { status, body } = await api.call('nextDocument', {
        as,
        body: { tenantIds: [tenantId], not, ahead },
      });
      expect(status).toBe(200);
      if (body.document === null) {
        found.none += ahead ? 0 : 1;
        const free = [...known].filter(
          ([id, one]) => !skipped.has(id) && (one.freeSince ?? Infinity) < began,
        );
        if (!ahead && free.length > 0) found.waited += 1;
        return undefined;
      }
      const { documentId: id, version } = body.document as { documentId: string; version: number };
      const one = known.get(id);
      if (
        one === undefined ||
        one.isDecided ||
        one.holder !== undefined ||
        not.some((at) => at?.documentId === id)
      ) {
        found.met += 1;
      }
      if (one) Object.assign(one, { holder: sub, freeSince: undefined });
      found.given += 1;
      if (ahead) found.ahead += 1;
      return { id, version };
    }

    async function decide({ id, version }: { readonly id: string; readonly version: number }): Promise<void> {
      const one = known.get(id);
      if (one) one.isDecided = true;
      const body = { decision: 'reject', reason: 'Pages are missing' };
      const answer = await api.call('reviewDocument', { as, params: { ...one?.at }, ifMatch: version, body });
      expect(answer.status).toBe(200);
    }

    async function leave({ id, version }: { readonly id: string; readonly version: number }): Promise<void> {
      skipped.add(id);
      const one = known.get(id);
      if (one) one.holder = undefined;
      const answer = await api.call('releaseDocument', { as, params: { ...one?.at }, ifMatch: version });
      expect(answer.status).toBe(200);
      if (one?.holder === undefined && one) one.freeSince = moment += 1;
    }
  }
}

const perBatch = 4;
