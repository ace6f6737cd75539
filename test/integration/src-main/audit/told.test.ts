import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { paginateQuery } from '@aws-sdk/client-dynamodb';
import { expect, it } from 'vitest';
import { openAudit, type Audit } from '#main/audit/open-audit.ts';
import { openPipelineApi } from '#main/pipeline/open-pipeline-api.ts';
import { NotSent, type PipelineApi } from '#main/pipeline/pipeline-api.ts';
import { identifyByToken } from '#pipelines/api/identify.ts';
import { pipelineApi } from '#pipelines/api/serve-api.ts';
import { signToken } from '#pipelines/api/sign-token.ts';
import { fromItem, type PlainItem } from '#pipelines/plain-items.ts';
import { ok, refused } from '#shared/contract/result.ts';
import type { Persona } from '#shared/contract/session.ts';
import { seededRandomness } from '#local/world/randomness.ts';
import { startOfTime } from '#test/builders/a-pocket-aws.ts';
import { aHome } from '#test/builders/a-home.ts';
import { aConnectionSummary, aSession } from '#test/builders/a-session.ts';
import { anApi, type Api } from '#test/builders/an-api.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined } as never;
const context = { reference: '', role: 'admin', host: 'browser' } as const;

const people: readonly Persona[] = [
  { id: 'ines', name: 'Ines', role: 'admin', tenants: '*' },
  { id: 'mira', name: 'Mira', role: 'support', tenants: '*' },
  { id: 'teo', name: 'Teo', role: 'reviewer', tenants: ['northwind'] },
];
const [ines, mira, teo] = people as [Persona, Persona, Persona];

interface Faults {
  /** Returns what happens to the next request. */
  next(): 'none' | 'lost answer' | 'never sent' | 'sent twice' | 'busy';
}

/** Connects the console to an API of which only one person has a sign-in at a time, over a wire that may fail. */
function connect(api: Api, signedIn: () => Persona, faults: Faults, isDead: () => boolean): PipelineApi {
  const answer = pipelineApi(api.parts, {
    identify: identifyByToken(api.parts, api.secret),
    downloads: {} as never,
  });
  const lost = (): Error => Object.assign(new Error('lost'), { code: 'ECONNRESET' });
  return openPipelineApi({
    async send({ method, path, headers, body = '' }) {
      const request = { method, path, query: '', headers, body: Buffer.from(body) };
      const fault = faults.next();
      if (isDead() || fault === 'never sent') throw new NotSent('The API cannot be reached.');
      if (fault === 'busy') {
        return { status: 503, headers: {}, body: '{}' };
      }
      const first = await answer(request);
      const said = fault === 'sent twice' ? await answer(request) : first;
      if (isDead() || fault === 'lost answer') throw lost();
      return said;
    },
    async signIn(personId) {
      const who = signedIn();
      if (who.id !== personId) throw new Error(`${personId} is not signed in here.`);
      const { id: sub, name, role, tenants } = who;
      const times = { issuedAt: startOfTime, expiresAt: startOfTime + 365 * 86_400_000 };
      return `Bearer ${await signToken(api.secret, { sub, name, role, tenants }, times)}`;
    },
  });
}

/** A console process on a home folder. Its timers run when the test says so, and a killed one does nothing more. */
function aProcess(
  home: string,
  apis: ReadonlyMap<string, Api>,
  { faults, now }: { readonly faults: Faults; readonly now: () => number },
) {
  const state = { connection: 'staging', who: ines, isDead: false };
  const pipelines = new Map(
    [...apis].map(([id, api]) => [
      id,
      connect(
        api,
        () => state.who,
        faults,
        () => state.isDead,
      ),
    ]),
  );
  const due: (() => void)[] = [];
  const listeners = new Set<() => void>();
  const audit: Audit = openAudit({
    home,
    now,
    session: () => aSession({ connection: aConnectionSummary({ id: state.connection }), who: state.who }),
    onSession(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    pipelineOf: (id) => pipelines.get(id) as PipelineApi,
    log,
    after(_ms, work) {
      due.push(work);
      return () => {
        const place = due.indexOf(work);
        if (place !== -1) due.splice(place, 1);
      };
    },
  });
  return {
    state,
    audit,
    signIn(connection: string, who: Persona) {
      Object.assign(state, { connection, who });
      for (const listener of listeners) listener();
    },
    /** Runs what is due, and waits until nothing is under way. */
    async pass() {
      for (const work of due.splice(0)) work();
      for (let turn = 0; turn < 60; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    },
    kill: () => {
      state.isDead = true;
      due.length = 0;
    },
  };
}

async function listActivity(api: Api): Promise<readonly PlainItem[]> {
  const { clients, names } = api.parts;
  const pages = paginateQuery(
    { client: clients.dynamodb },
    {
      TableName: names.extraction.table,
      IndexName: 'GSI1',
      KeyConditionExpression: 'GSI1PK = :day',
      ExpressionAttributeValues: { ':day': { S: 'ACTIVITY#2026-01-05' } },
    },
  );
  const items: PlainItem[] = [];
  for await (const { Items = [] } of pages) items.push(...Items.map(fromItem));
  return items;
}

function countNotKept(home: string): number {
  const files = readdirSync(join(home, 'audit')).filter((file) => file.endsWith('.told.json'));
  return files.reduce((sum, file) => {
    const { told } = JSON.parse(readFileSync(join(home, 'audit', file), 'utf8')) as {
      told: { notKept: unknown[] }[];
    };
    return sum + told.reduce((all, { notKept }) => all + notKept.length, 0);
  }, 0);
}

const rounds = process.env['SLUICE_RUNS'] === 'long' ? 2_000 : 300;

it(
  `in ${rounds} rounds of kills, lost answers and repeats, each audited action is kept once or known as untold`,
  { timeout: 300_000 },
  async () => {
    const dice = seededRandomness('told');
    const home = aHome();
    const apis = new Map([
      ['staging', await anApi()],
      ['production', await anApi()],
    ]);
    let clock = startOfTime;
    const now = (): number => (clock += 7);
    const faults: Faults = {
      next() {
        const roll = dice.unit();
        if (roll < 0.15) return 'lost answer';
        if (roll < 0.25) return 'never sent';
        if (roll < 0.35) return 'sent twice';
        return roll < 0.4 ? 'busy' : 'none';
      },
    };
    const pick = <T>(from: readonly T[]): T => from[Math.floor(dice.unit() * from.length)] as T;
    const done: { jobId: string; connection: string; who: Persona; tenantId: string; outcome?: string }[] =
      [];
    let kills = 0;
    let current = aProcess(home, apis, { faults, now });
    for (let round = 0; round < rounds; round += 1) {
      current.signIn(pick([...apis.keys()]), pick(people));
      for (let action = Math.floor(dice.unit() * 5); action >= 0; action -= 1) {
        const jobId = `plan-${done.length}`;
        const tenantId = pick(['northwind', 'alder-finch']);
        const { connection, who } = current.state;
        const isEndless = dice.unit() < 0.05;
        const outcome = isEndless ? undefined : dice.unit() < 0.8 ? 'ok' : 'not-found';
        const call = {
          operation: 'plans.start',
          input: { planId: jobId, tenantId, reason: 'a secret reason' },
          context: { ...context, reference: `ref-${done.length}` },
        };
        const work = current.audit.around(call, () =>
          isEndless
            ? new Promise<never>(() => undefined)
            : outcome === 'ok'
              ? ok({})
              : refused({ code: 'not-found', what: 'plan', message: 'Not found' }),
        );
        if (!isEndless) await work;
        done.push({ jobId, connection, who, tenantId, ...(outcome !== undefined && { outcome }) });
        if (dice.unit() < 0.1) await current.pass();
      }
      await current.pass();
      if (dice.unit() < 0.5) {
        kills += 1;
        // Some are killed while a request is under way.
        if (dice.unit() < 0.5) void current.pass();
        if (dice.unit() < 0.2) current.audit.close();
        current.kill();
        current = aProcess(home, apis, { faults, now });
      }
    }
    current.kill();
    expect(kills).toBeGreaterThan(rounds / 3);

    // The wire is whole again, and each person signs in once on each connection.
    const last = aProcess(home, apis, { faults: { next: () => 'none' }, now });
    for (const connection of apis.keys()) {
      for (const who of people) {
        last.signIn(connection, who);
        for (let quiet = 0, before = -1; quiet < 5;) {
          await last.pass();
          await setTimeout(10);
          const { untold } = last.audit.telling();
          quiet = untold === before ? quiet + 1 : 0;
          before = untold;
        }
      }
    }
    expect(last.audit.telling().untold).toBe(0);

    const isRefused = ({ who, tenantId }: (typeof done)[number]): boolean =>
      who === teo && tenantId !== 'northwind';
    for (const [connection, api] of apis) {
      const kept = await listActivity(api);
      const expected = done.filter((one) => one.connection === connection && !isRefused(one));
      const told = kept.map(({ jobId, personId, outcome, PK }) => [jobId, personId, outcome, PK]);
      expect(told.toSorted(byFirst)).toEqual(
        expected
          .map(({ jobId, who, outcome, tenantId }) => [jobId, who.id, outcome, `TENANT#${tenantId}#ACTIVITY`])
          .toSorted(byFirst),
      );
      expect(JSON.stringify(kept)).not.toContain('a secret reason');
    }
    const refusedCount = done.filter(isRefused).length;
    expect(refusedCount).toBeGreaterThan(10);
    expect(countNotKept(home)).toBe(refusedCount);
  },
);

function byFirst(a: readonly unknown[], b: readonly unknown[]): number {
  return String(a[0]) < String(b[0]) ? -1 : 1;
}

it('what another person did waits until they are signed in, and is never told in another name', async () => {
  const api = await anApi();
  const apis = new Map([['staging', api]]);
  const home = aHome();
  let clock = startOfTime;
  const now = (): number => (clock += 7);
  const first = aProcess(home, apis, { faults: { next: () => 'none' }, now });
  first.signIn('staging', mira);
  await first.audit.around({ operation: 'jobs.brake', input: { jobId: 'plan-1' }, context }, () => ok({}));
  first.kill();
  const second = aProcess(home, apis, { faults: { next: () => 'none' }, now });
  second.signIn('staging', ines);
  await second.pass();
  expect(await listActivity(api)).toEqual([]);
  expect(second.audit.telling()).toMatchObject({ untold: 1, why: expect.stringContaining('mira') as string });
  second.signIn('staging', mira);
  await second.pass();
  await expect.poll(() => listActivity(api)).toMatchObject([{ personId: 'mira', operation: 'jobs.brake' }]);
});

it('what is not told yet is counted on its connection at once, with why and since when, until it is told', async () => {
  const api = await anApi();
  let clock = startOfTime;
  const now = (): number => (clock += 7);
  const apis = new Map(['staging', 'production'].map((id) => [id, api]));
  let fault: ReturnType<Faults['next']> = 'never sent';
  const one = aProcess(aHome(), apis, { faults: { next: () => fault }, now });
  const none = { untold: 0, since: null, notKept: 0, why: null };
  expect(one.audit.telling()).toEqual(none);
  await one.audit.around({ operation: 'jobs.brake', input: { jobId: 'plan-1' }, context }, () => ok({}));
  expect(one.audit.telling()).toMatchObject({
    untold: 1,
    since: expect.stringContaining('2026-01-05') as string,
  });
  await one.pass();
  await expect.poll(() => one.audit.telling().why).toEqual(expect.any(String));
  one.signIn('production', ines);
  expect(one.audit.telling().untold).toBe(0);
  fault = 'none';
  one.signIn('staging', ines);
  await one.pass();
  await expect.poll(() => one.audit.telling()).toEqual(none);
});

it('a job over several batches is told to an API that knows no batches of jobs, without them', async () => {
  const api = await anApi();
  const { audit, bodies, pass } = anOlderConsole(api, '"batches":[');
  audit.ended({
    operation: 'jobs.ended',
    reference: 'plan-1',
    code: 'ok',
    connection: 'staging',
    person: 'ines',
    ids: { jobId: 'plan-1', kind: 'reprocess-many', batches: '1', inBatches: '[["northwind","p-1","b-1"]]' },
  });
  pass();
  await expect
    .poll(() => listActivity(api))
    .toMatchObject([{ operation: 'jobs.ended', facts: { batches: '1' } }]);
  expect(bodies.length).toBeGreaterThan(1);
  expect(audit.telling().untold).toBe(0);
});

it('the end of a job is told as of the person who started it, with its counts', async () => {
  const api = await anApi();
  const home = aHome();
  let clock = startOfTime;
  const now = (): number => (clock += 7);
  const one = aProcess(home, new Map([['staging', api]]), { faults: { next: () => 'none' }, now });
  one.audit.ended({
    operation: 'jobs.ended',
    reference: 'plan-1',
    code: 'ok',
    connection: 'staging',
    person: 'ines',
    ids: {
      jobId: 'plan-1',
      kind: 'reprocess',
      tenantId: 'northwind',
      batchId: 'b-1',
      fixed: '33',
      'failed-again': '2',
    },
  });
  await one.pass();
  await expect
    .poll(() => listActivity(api))
    .toMatchObject([
      {
        GSI2PK: 'TENANT#northwind#BATCH#b-1#ACTIVITY',
        operation: 'jobs.ended',
        facts: { jobKind: 'reprocess', fixed: '33', 'failed-again': '2' },
      },
    ]);
});

/** A console of ines whose API refuses each body with this text, as an older one does. */
function anOlderConsole(api: Api, unknown: string) {
  let clock = startOfTime;
  const bodies: string[] = [];
  const due: (() => void)[] = [];
  const whole = connect(
    api,
    () => ines,
    { next: () => 'none' },
    () => false,
  );
  const older: PipelineApi = {
    async call(name, call) {
      const body = JSON.stringify(call.body);
      bodies.push(body);
      if (!body.includes(unknown)) return whole.call(name, call);
      const detail = 'body.actions: is not known here. Nothing was done.';
      const problem = { type: '', title: '', status: 400, code: 'malformed-request', detail } as const;
      return { kind: 'problem', problem };
    },
  };
  const audit = openAudit({
    home: aHome(),
    now: () => (clock += 7),
    session: () => aSession({ connection: aConnectionSummary({ id: 'staging' }), who: ines }),
    pipelineOf: () => older,
    log,
    after(_ms, work) {
      due.push(work);
      return () => undefined;
    },
  });
  const pass = () => {
    for (const work of due.splice(0)) work();
  };
  return { audit, bodies, pass };
}

it('an API that knows nothing of actions still gets the head, and is asked once', async () => {
  const { audit, bodies, pass } = anOlderConsole(await anApi(), 'actions');
  for (let time = 0; time < 3; time += 1) {
    await audit.around({ operation: 'jobs.brake', input: { jobId: 'plan-1' }, context }, () => ok({}));
    const before = audit.anchoring.standing()?.anchored?.sequence;
    pass();
    await expect.poll(() => audit.anchoring.standing()?.anchored?.sequence !== before).toBe(true);
  }
  expect(bodies.filter((body) => body.includes('actions'))).toHaveLength(1);
  expect(audit.telling()).toMatchObject({
    untold: 3,
    why: expect.stringContaining('keeps no activity') as string,
  });
});
