import { describe, expect, it } from 'vitest';
import { refusingDoors } from '#main/aws/doors.ts';
import { openDoors } from '#main/compose/open-doors.ts';
import { ok } from '#shared/contract/result.ts';
import type { Session } from '#shared/contract/session.ts';
import type { PipelineSignIn } from '#shared/contract/sign-in.ts';
import { aSession } from '#test/builders/a-session.ts';

const jonas = { id: 'jonas', name: 'Jonas Weir', role: 'support', tenants: ['northwind'] } as const;

function thePage(who: Session['who'], pipeline: PipelineSignIn | null) {
  const asked: string[] = [];
  const { reader, pipeline: _, ...rest } = refusingDoors('not used');
  const doors = {
    ...rest,
    reader: {
      ...reader,
      run: (name: string) => {
        asked.push(name);
        return Promise.resolve(ok({ items: [] }));
      },
    },
    pipeline: {
      call: (name: string) => {
        asked.push(`API: ${name}`);
        return Promise.resolve({ kind: 'not-sent', why: 'No.' });
      },
    },
  };
  const signIn = pipeline && { aws: { state: 'not-yet' as const }, pipeline };
  const opened = openDoors({
    access: { of: () => doors as never, tableNames: () => ({}) },
    session: () => ({ ...aSession({ who: who && { ...who, tenants: [...jonas.tenants] } }), signIn }),
    operation: () => null,
    spend: () => undefined,
    log: { warn: () => undefined },
  });
  return { asked, page: opened.ofPage() };
}

const unknown: PipelineSignIn[] = [
  { state: 'not-yet' },
  { state: 'in-progress' },
  { state: 'in-browser', issuer: 'sso.example.com' },
  { state: 'failed', why: 'No token.' },
];

describe('what a page may read of an account', () => {
  it.each(unknown)('is nothing while its API has not said who is there: $state', async (pipeline) => {
    const { asked, page } = thePage(null, pipeline);
    const failure = { code: 'not-signed-in', message: expect.stringContaining('Nothing was read.') };
    expect(await page.reader.run('extraction.tenants', {})).toMatchObject({ ok: false, failure });
    expect(await page.executions.describe('run' as never)).toMatchObject({ ok: false, failure });
    expect(await page.files.read('documents/a', 1)).toMatchObject({ ok: false, failure });
    expect(await page.queues.receive('q', { most: 1, visibilitySeconds: 1 })).toMatchObject({
      ok: false,
      failure,
    });
    expect(await page.alarms.list()).toMatchObject({ ok: false, failure });
    expect(await page.executions.stop('run' as never, { error: 'a', cause: 'b' })).toMatchObject({
      kind: 'refused',
      name: 'not-signed-in',
    });
    expect(asked).toEqual([]);
    // Calls to the API are allowed, because the API identifies the caller itself.
    await page.pipeline.call('me', { personId: '' });
    expect(asked).toEqual(['API: me']);
  });

  it('is what AWS allows if there is no API', async () => {
    const { asked, page } = thePage(null, { state: 'no-api' });
    expect(await page.reader.run('extraction.tenants', {})).toMatchObject({ ok: true });
    expect(asked).toEqual(['extraction.tenants']);
  });

  it('is limited to the tenants of the last person, also while a sign-in has expired', async () => {
    const { asked, page } = thePage(jonas as never, { state: 'failed', why: 'It has expired.' });
    const theirs = await page.reader.run('extraction.usersOfTenant', { tenantId: 'kestrel' });
    expect(theirs).toMatchObject({ ok: false, failure: { code: 'tenant-out-of-scope' } });
    expect(asked).toEqual([]);
  });
});
