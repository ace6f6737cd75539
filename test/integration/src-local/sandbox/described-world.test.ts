import { describe, expect, it } from 'vitest';
import { sandboxPersonas } from '#shared/sandbox/personas.ts';
import { aSandbox } from '#test/builders/a-sandbox.ts';
import { aFolder } from '#test/unit/src-local/world/living/a-folder.ts';

// The SDK is loaded once, which takes a while on a busy machine.
describe('a sandbox’s description of itself', { timeout: 30_000 }, () => {
  it('lists every address, and the personas who may call its API', async () => {
    const { ask } = await aSandbox({ endpoint: 'http://127.0.0.1:4570' });
    const { body } = await ask('GET', '/_local/world');
    const world = body as World;
    expect(world).toMatchObject({
      region: 'local',
      account: '000000000000',
      tables: {
        extraction: 'autowired-sandbox',
        jobs: 'data-download-jobs',
        batches: 'data-download-batches',
        funds: 'investment_fund',
        hr: 'acme-hr-sandbox',
      },
      bucket: 'autowired-documents-sandbox',
      queues: {
        document: {
          url: 'http://127.0.0.1:4570/000000000000/autowired-documents-sandbox',
          deadLetterUrl: 'http://127.0.0.1:4570/000000000000/autowired-documents-dlq-sandbox',
        },
      },
      stateMachines: {
        extraction: 'arn:aws:states:local:000000000000:stateMachine:autowire-batch-processing-sandbox',
      },
    });
    expect(world.tenants.map(({ tenantId }) => tenantId).toSorted()).toEqual([
      'alder-finch',
      'kestrel',
      'northwind',
      'quill',
    ]);
    for (const { id, name, role, tenants, token } of world.personas) {
      expect(await ask('GET', '/pipeline/v1/me', { token })).toEqual({
        status: 200,
        body: { sub: id, name, role, tenants, keeps: ['activity'] },
      });
    }
    expect(world.personas).toHaveLength(sandboxPersonas.length);

    // A token of this world is not valid in another.
    await ask('POST', '/_local/reset', { body: { seed: 2 } });
    const token = world.personas[0]?.token ?? '';
    expect(await ask('GET', '/pipeline/v1/me', { token })).toMatchObject({ status: 401 });
  });

  it('shows its seed, its age and its traffic; changes to the traffic survive a restart', async () => {
    const folder = aFolder();
    const { ask, sandbox, clock } = await aSandbox({ folder, seed: '7' });
    await ask('POST', '/_local/traffic', { body: { paused: true } });
    const before = await ask('GET', '/_local/state');
    expect(before.body).toMatchObject({
      seed: '7',
      since: '2026-01-05T09:00:00.000Z',
      traffic: { paused: true, batches: 0, batchesToday: 0 },
      told: { tenants: 4 },
    });
    sandbox.close();

    const again = await aSandbox({ folder, clock });
    expect(again.sandbox.notices).toEqual([]);
    expect(await again.ask('GET', '/_local/state')).toEqual(before);
  });

  it('includes a notice that it started over, if another seed was given', async () => {
    const folder = aFolder();
    const first = await aSandbox({ folder, seed: '7' });
    await first.ask('POST', '/_local/traffic', { body: { paused: true } });
    first.sandbox.close();

    const { ask, sandbox } = await aSandbox({ folder, seed: '8' });
    expect(sandbox.notices).toEqual([
      `The sandbox in ${folder} had the seed 7; it starts over with the seed 8.`,
    ]);
    expect((await ask('GET', '/_local/state')).body).toMatchObject({ seed: '8', traffic: { paused: false } });
  });
});

interface World {
  readonly tenants: readonly { readonly tenantId: string }[];
  readonly personas: readonly {
    readonly id: string;
    readonly name: string;
    readonly role: string;
    readonly tenants: unknown;
    readonly token: string;
  }[];
}
