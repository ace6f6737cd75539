import { describe, expect, it } from 'vitest';
import type { NameKey } from '#shared/contract/lookup.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { buildPerson } from '#test/unit/src-main/aws/scope/a-person.ts';
import { aDesk } from './a-desk.ts';

describe('the names of what is on screen', { timeout: 60_000 }, () => {
  it('are read by key: tenants, projects, workflows and people in one call', async () => {
    const desk = await aDesk();
    const [batch] = valueOf(
      await desk.call('batches.byStatus', { tenantId: 'northwind', status: 'FAILED' }),
    ).rows;
    const { projectId = '', workflowId } = batch ?? {};
    const [user] = valueOf(await desk.call('users.ofTenant', { tenantId: 'northwind' })).rows;
    const keys: NameKey[] = [
      { of: 'tenant', tenantId: 'northwind' },
      { of: 'tenant', tenantId: 'no-such-tenant' },
      { of: 'project', tenantId: 'northwind', projectId },
      { of: 'workflow', tenantId: 'northwind', projectId, workflowId: workflowId ?? '' },
      { of: 'person', tenantId: 'northwind', personId: user?.userId ?? '' },
      { of: 'person', tenantId: null, personId: user?.userId ?? '' },
    ];
    const answer = await desk.call('names.read', { keys });
    const { names } = valueOf(answer);
    expect(names.map(({ key }) => key)).toEqual(expect.arrayContaining(keys));
    const nameOf = (key: NameKey | undefined) =>
      names.find((one) => one.key === key || JSON.stringify(one.key) === JSON.stringify(key))?.name;
    expect(nameOf(keys[0])).toMatch(/^[A-Z].+/);
    expect(nameOf(keys[1])).toBeNull();
    expect(nameOf(keys[2])).not.toBe(projectId);
    expect(nameOf(keys[3])).toMatch(/\w/);
    expect(nameOf(keys[4])).toBe(user?.name);
    expect(answer.receipt?.rru).toBeLessThanOrEqual(6);
  });

  it('reads nothing for a tenant that was opened here before', async () => {
    const desk = await aDesk();
    await desk.call('tenants.read', { tenantId: 'northwind' });
    const answer = await desk.call('names.read', { keys: [{ of: 'tenant', tenantId: 'northwind' }] });
    expect(valueOf(answer).names).toHaveLength(1);
    expect(answer.receipt).toBeUndefined();
  });

  it('leaves out what the person may not see', async () => {
    const desk = await aDesk();
    desk.be({ who: buildPerson('alder-finch') });
    const answer = await desk.call('names.read', {
      keys: [
        { of: 'tenant', tenantId: 'northwind' },
        { of: 'tenant', tenantId: 'alder-finch' },
        { of: 'person', tenantId: null, personId: 'anyone' },
      ],
    });
    expect(valueOf(answer).names.map(({ key }) => key.tenantId)).toEqual(['alder-finch']);
  });
});
