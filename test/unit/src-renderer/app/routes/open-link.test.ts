import { describe, expect, test } from 'vitest';
import { findStep } from '#renderer/app/routes/open-link-route.tsx';
import type { Session } from '#shared/contract/session.ts';
import { casePlaces } from '#shared/domain/case-link.ts';
import { aConnectionSummary } from '../../../../builders/a-session.ts';

const deployment = '111122223333:eu-west-1:autowired-live';
const live = aConnectionSummary({ id: 'live', name: 'Production', kind: 'aws', deployment });
const link = { deployment, place: casePlaces.batch({ tenantId: 'acme', batchId: 'b' }) };
const apart = { connection: aConnectionSummary(), signIn: null, who: null };
const signedIn: Session['signIn'] = {
  aws: { state: 'signed-in', accountId: '111122223333', arn: 'arn', expiresAt: null },
  pipeline: { state: 'signed-in', expiresAt: null },
};
const who = (tenants: '*' | string[]) => ({ id: 'maya', name: 'Maya', role: 'support' as const, tenants });

describe('a link of a case', () => {
  test('opens at once where its deployment is open', () => {
    expect(findStep(link, { connection: live, signIn: signedIn, who: who('*') }, undefined, false)).toEqual({
      kind: 'open',
    });
  });

  test('asks before another connection is opened, whatever its local id is', () => {
    const mine = aConnectionSummary({ id: 'my-prod', deployment });
    expect(findStep(link, apart, [apart.connection, mine], false)).toEqual({
      kind: 'another-connection',
      connections: [mine],
    });
    expect(findStep(link, apart, undefined, false)).toEqual({ kind: 'reading' });
  });

  test('says that this machine knows no such connection', () => {
    const sameName = aConnectionSummary({ id: 'live', name: 'Production', deployment: 'other' });
    expect(findStep(link, apart, [apart.connection, sameName], false)).toEqual({
      kind: 'unknown-connection',
    });
  });

  test('waits for a sign-in, and asks for one that failed', () => {
    const at = (signIn: Session['signIn'], isSkipped = false) =>
      findStep(link, { connection: live, signIn, who: who('*') }, undefined, isSkipped);
    expect(at({ ...signedIn, aws: { state: 'in-progress' } })).toMatchObject({ to: 'aws', isWaiting: true });
    expect(
      at({ ...signedIn, aws: { state: 'failed', reason: 'expired', why: 'Expired.', run: null } }),
    ).toEqual({ kind: 'sign-in', to: 'aws', isWaiting: false, why: 'Expired.' });
    expect(at({ ...signedIn, pipeline: { state: 'in-browser', issuer: 'x' } })).toMatchObject({
      to: 'pipeline',
      isWaiting: true,
    });
    expect(at({ ...signedIn, aws: { state: 'in-progress' } }, true)).toEqual({ kind: 'open' });
    expect(at({ ...signedIn, pipeline: { state: 'no-api' } })).toEqual({ kind: 'open' });
  });

  test('does not open the tenant of others', () => {
    expect(findStep(link, { connection: live, signIn: signedIn, who: who(['other']) }, [], false)).toEqual({
      kind: 'other-tenants',
      tenant: 'acme',
    });
  });
});
