import { describe, expect, it } from 'vitest';
import { signFor } from '#local/host/api-tokens.ts';
import { readFacts } from '#local/host/chapter.ts';
import type { UnusedPermission } from '#local/aws/iam/access.ts';
import { drivenClock } from '#local/world/clock.ts';
import type { Caller } from '#pipelines/api/call.ts';
import { aSandbox, type SandboxUnderTest } from '#test/builders/a-sandbox.ts';

const hour = 3_600_000;
const admin: Caller = { sub: 'admin', name: 'Admin', role: 'admin', tenants: '*' };

// A morning of traffic goes through every function, in bundles that are loaded for it.
describe('the roles of the functions', { timeout: 120_000 }, () => {
  it('allow all that the functions do in a morning, and little besides', async () => {
    const under = await aSandbox({ clock: drivenClock(Date.UTC(2026, 0, 5, 4, 30)) });
    const { sandbox } = under;
    await sandbox.advance(2 * hour);
    const triggered = await callApi(under, 'POST', '/downloads/batches', {
      date: '2026-01-04',
      reason: 'The custodian has corrected its files',
    });
    expect(triggered.status).toBe(202);
    await sandbox.advance(hour / 2);

    expect(sandbox.aws.access.refused()).toEqual([]);
    const unused = sandbox.aws.access.unused();
    expect(listUnused(unused, 'ListDocuments')).toEqual([]);
    expect(listUnused(unused, 'FinaliseBatch')).toEqual([]);
    expect(listUnused(unused, 'DeliverWebhook')).toEqual([]);
    // A morning does not have what these are for: a lost file, results too large for an item, an execution that was
    // stopped while it waited for the answer of a reader.
    expect(listUnused(unused, 'ProcessDocument')).toEqual(['s3:ListBucket', 'states:DescribeExecution']);
    expect(listUnused(unused, 'IngestFiles')).toEqual(['s3:ListBucket']);
  });
});

/** Returns the actions of a function's role that nothing has used. */
function listUnused(unused: readonly UnusedPermission[], logicalId: string): readonly string[] {
  return unused.flatMap(({ role, action }) =>
    role.includes(`-${logicalId}Role-`) && action !== undefined ? [action] : [],
  );
}

async function callApi(under: SandboxUnderTest, method: string, path: string, body: object) {
  const { seed } = readFacts(under.sandbox.aws.world);
  const token = await signFor(seed, admin, under.clock.now());
  return under.ask(method, `/pipeline/v1${path}`, {
    token,
    body,
    headers: { 'idempotency-key': `key-${path}` },
  });
}
