import { describe, expect, it, test } from 'vitest';
import { openSession, getScope, type SessionStore } from '#main/session/session-store.ts';
import { openWriteSessions } from '#main/session/write-sessions.ts';
import { maySeeAll, maySeeTenant } from '#shared/permissions.ts';
import { aConnection } from '#test/builders/a-connection.ts';
import { aMachineClock } from '#test/builders/a-machine-clock.ts';
import { aSession } from '#test/builders/a-session.ts';

const production = aConnection({
  id: 'prod',
  name: 'Production',
  environment: 'production',
  readOnly: false,
});

function anOpenSession(connectionId = 'local'): SessionStore {
  return openSession({
    version: '1',
    host: 'browser',
    processId: 'test',
    connections: [aConnection(), production],
    connectionId,
    notices: [],
    writes: openWriteSessions(aMachineClock()),
  });
}

describe('the session', () => {
  it('starts in the sandbox, as support', () => {
    expect(anOpenSession().current()).toMatchObject({
      connection: { id: 'local' },
      who: { role: 'support' },
    });
  });

  it('has no person on a real connection until its pipeline API has named one', () => {
    const session = anOpenSession('staging').current();
    expect(session.who).toBeNull();
    expect(session.personas).toEqual([]);
  });

  it('opens production read-only, whatever the file says', () => {
    expect(anOpenSession('prod').current().connection.readOnly).toBe(true);
  });

  it('allows no editing of dead letters if the file does not', () => {
    const staging = (change: object) => {
      const connections = [aConnection(change)];
      const parts = {
        version: '1',
        host: 'browser',
        processId: 'test',
        connectionId: 'staging',
        notices: [],
      } as const;
      const writes = openWriteSessions(aMachineClock());
      return openSession({ ...parts, connections, writes }).current().connection.editAndRedrive;
    };
    expect([staging({}), staging({ editAndRedrive: false }), staging({ editAndRedrive: true })]).toEqual([
      false,
      false,
      true,
    ]);
    expect(anOpenSession().current().connection.editAndRedrive).toBe(true);
  });

  it('switches persona in the sandbox and nowhere else', () => {
    expect(anOpenSession().actAs('admin')?.who?.role).toBe('admin');
    expect(anOpenSession().actAs('root')).toBeUndefined();
    expect(anOpenSession('staging').actAs('admin')).toBeUndefined();
  });

  it('has a persona for each role, two to review, and one who sees one tenant only', () => {
    const { personas } = anOpenSession().current();
    expect(personas.map(({ role }) => role)).toEqual(['support', 'reviewer', 'reviewer', 'admin', 'support']);
    expect(personas.filter(({ tenants }) => tenants !== '*').map(({ tenants }) => tenants)).toEqual([
      ['northwind'],
    ]);
  });

  it('counts its changes, so that a page can tell which of two sessions is the newer', () => {
    const session = anOpenSession();
    const before = session.current().revision;
    expect(session.current().revision).toEqual(before);
    session.actAs('admin');
    const after = session.current().revision;
    expect(after).toEqual({ process: before.process, change: before.change + 1 });
  });

  it('notifies all listeners when the sandbox was reset', () => {
    const session = anOpenSession();
    const seen: number[] = [];
    session.onChange(({ sandboxResets }) => seen.push(sandboxResets));
    expect(session.sandboxWasReset().sandboxResets).toBe(1);
    expect(seen).toEqual([1]);
  });

  it('drops the problems of the start once the file was read again', () => {
    const session = openSession({
      version: '1',
      host: 'browser',
      processId: 'test',
      connections: [],
      connectionId: 'local',
      notices: ['connections.json: connections[0].id is missing.'],
      writes: openWriteSessions(aMachineClock()),
    });
    expect(session.current().notices).toHaveLength(1);
    expect(session.take([]).notices).toEqual([]);
  });

  it('stays where it is when asked for an unknown connection', () => {
    const session = anOpenSession();
    expect(session.open('nowhere')).toBeUndefined();
    expect(session.current().connection.id).toBe('local');
  });

  it('notifies its listeners of each change until they leave', () => {
    const session = anOpenSession();
    const seen: string[] = [];
    const leave = session.onChange(({ connection }) => seen.push(connection.id));
    session.open('staging');
    leave();
    session.open('prod');
    expect(seen).toEqual(['staging']);
  });
});

const account = { aws: { state: 'not-yet' }, pipeline: { state: 'in-progress' } } as const;

test('a known person sees what is theirs, even with an expired sign-in', () => {
  const who = { id: 'jonas', name: 'Jonas', role: 'support', tenants: ['northwind'] } as const;
  const session = aSession({ who: { ...who, tenants: [...who.tenants] }, signIn: account });

  expect(maySeeTenant(getScope(session), 'northwind')).toBe(true);
  expect(maySeeTenant(getScope(session), 'kestrel')).toBe(false);
});

test('before the API has named the person, nothing is visible', () => {
  const session = aSession({ who: null, signIn: account });

  expect(maySeeAll(getScope(session))).toBe(false);
  expect(maySeeTenant(getScope(session), 'northwind')).toBe(false);
});

test('without an API, AWS alone decides', () => {
  const session = aSession({ who: null, signIn: { ...account, pipeline: { state: 'no-api' } } });

  expect(maySeeAll(getScope(session))).toBe(true);
});
