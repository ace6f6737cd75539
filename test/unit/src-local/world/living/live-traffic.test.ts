import { describe, expect, it } from 'vitest';
import type { PocketAws } from '#local/aws/pocket-aws.ts';
import {
  liveTraffic,
  mostBatchesADay,
  type LiveBatch,
  type LiveTraffic,
  type Customer,
  type Upload,
} from '#local/world/living/live-traffic.ts';
import { tenants } from '#local/world/past/tenants.ts';
import { drivenClock } from '#local/world/clock.ts';
import { aPocketAws, startOfTime } from '#test/builders/a-pocket-aws.ts';
import { aFolder } from './a-folder.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

describe('live traffic', () => {
  it('sends its first batch soon, and puts each of its files where the API says', async () => {
    const { aws } = aPocketAws();
    const customer = aCustomer();
    traffic(aws, customer);
    await aws.advance(minute);
    expect(customer.batches).toHaveLength(1);
    const [batch] = customer.batches;
    expect(batch?.documents.length).toBeGreaterThanOrEqual(2);
    expect(batch?.documents.length).toBeLessThanOrEqual(6);
    expect(customer.uploaded.map(({ recipe }) => recipe)).toEqual(
      batch?.documents.map(({ recipe }) => recipe),
    );
  });

  it('sends the same again from the same seed, and others from another', async () => {
    const sent = async (seed: string) => {
      const { aws } = aPocketAws();
      const customer = aCustomer();
      traffic(aws, customer, seed);
      await aws.advance(120 * minute);
      return customer.batches;
    };
    const [once, again, other] = [await sent('1'), await sent('1'), await sent('2')];
    expect(once.length).toBeGreaterThan(3);
    expect(again).toEqual(once);
    expect(other).not.toEqual(once);
  });

  it('is limited per day, and continues the day after', async () => {
    const { aws } = aPocketAws();
    const customer = aCustomer();
    const { state } = traffic(aws, customer);
    await aws.advance(14 * 60 * minute);
    expect(customer.batches).toHaveLength(mostBatchesADay);
    expect(state()).toEqual({ paused: false, batches: mostBatchesADay, batchesToday: mostBatchesADay });
    await aws.advance(day / 2);
    expect(customer.batches.length).toBeGreaterThan(mostBatchesADay);
  });

  it('pauses and resumes, and stays paused over a restart', async () => {
    const folder = aFolder();
    const first = aPocketAws({ folder });
    const customer = aCustomer();
    const { setPaused } = traffic(first.aws, customer);
    await first.aws.advance(minute);
    setPaused(true);
    await first.aws.advance(day);
    expect(customer.batches).toHaveLength(1);
    first.aws.close();

    const { aws } = aPocketAws({ folder, clock: drivenClock(first.clock.now()) });
    const again = traffic(aws, customer);
    await aws.advance(day);
    expect(customer.batches).toHaveLength(1);
    expect(again.state().paused).toBe(true);
    again.setPaused(false);
    await aws.advance(minute);
    expect(customer.batches).toHaveLength(2);
  });

  it('does not send a batch each time the sandbox is opened', async () => {
    const folder = aFolder();
    const customer = aCustomer();
    let now = startOfTime;
    for (let opening = 0; opening < 3; opening += 1) {
      const { aws, clock } = aPocketAws({ folder, clock: drivenClock(now) });
      traffic(aws, customer);
      await aws.advance(minute);
      now = clock.now();
      aws.close();
    }
    expect(customer.batches).toHaveLength(1);
  });

  it('asks again with the same key where the API did not answer', async () => {
    const { aws } = aPocketAws();
    const customer = aCustomer({ refusals: 2 });
    traffic(aws, customer);
    await aws.advance(60 * minute);
    const keys = customer.tried.slice(0, 3).map(({ idempotencyKey }) => idempotencyKey);
    expect(new Set(keys).size).toBe(1);
    expect(customer.batches[0]?.idempotencyKey).toBe(keys[0]);
  });

  it('sends a file again that did not arrive, until its address has run out', async () => {
    const { aws } = aPocketAws();
    const customer = aCustomer({ status: () => 503 });
    const { setPaused } = traffic(aws, customer);
    await aws.advance(minute);
    setPaused(true);
    await aws.advance(60 * minute);
    const tries = customer.uploaded.length / (customer.batches[0]?.documents.length ?? 1);
    expect(tries).toBeGreaterThan(100);
    expect(tries).toBeLessThan(200);
    const sofar = customer.uploaded.length;
    await aws.advance(60 * minute);
    expect(customer.uploaded).toHaveLength(sofar);
  });

  it('continues with the files of a batch after a restart', async () => {
    const folder = aFolder();
    const first = aPocketAws({ folder });
    const before = aCustomer();
    traffic(first.aws, before);
    await first.aws.advance(4_500);
    const left = (before.batches[0]?.documents.length ?? 0) - before.uploaded.length;
    expect(left).toBeGreaterThan(0);
    first.aws.close();

    const { aws } = aPocketAws({ folder, clock: drivenClock(first.clock.now()) });
    const after = aCustomer();
    traffic(aws, after);
    await aws.advance(minute);
    expect(after.batches).toHaveLength(0);
    expect(after.uploaded).toHaveLength(left);
  });

  it('sends nothing more once it has stopped', async () => {
    const { aws } = aPocketAws();
    const customer = aCustomer();
    traffic(aws, customer).stop();
    await aws.advance(day);
    expect(customer.tried).toEqual([]);
  });
});

interface FakeCustomer extends Customer {
  readonly tried: LiveBatch[];
  readonly batches: LiveBatch[];
  readonly uploaded: Upload[];
}

function aCustomer({
  refusals = 0,
  status = () => 200,
}: { readonly refusals?: number; readonly status?: () => number } = {}): FakeCustomer {
  const [tried, batches, uploaded]: [LiveBatch[], LiveBatch[], Upload[]] = [[], [], []];
  return {
    tried,
    batches,
    uploaded,
    submit(batch) {
      tried.push(batch);
      if (tried.length <= refusals) return Promise.reject(new Error('503'));
      batches.push(batch);
      return Promise.resolve(
        batch.documents.map(({ recipe }, index) => ({
          documentId: `doc-${batches.length}-${index}`,
          uploadUrl: 'http://127.0.0.1/put',
          recipe,
        })),
      );
    },
    upload(file) {
      uploaded.push(file);
      return Promise.resolve(status());
    },
  };
}

function traffic({ world }: PocketAws, customer: Customer, seed = '1'): LiveTraffic {
  return liveTraffic(world, { seed, tenants, customer });
}
