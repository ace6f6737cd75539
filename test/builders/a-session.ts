import type { ConnectionSummary, Session } from '#shared/contract/session.ts';

export function aConnectionSummary(change: Partial<ConnectionSummary> = {}): ConnectionSummary {
  return {
    id: 'local',
    name: 'Local sandbox',
    kind: 'sandbox',
    environment: 'sandbox',
    region: 'local',
    accountId: null,
    readOnly: false,
    unlockable: false,
    editAndRedrive: true,
    deployment: 'sandbox',
    ...change,
  };
}

export function aSession(change: Partial<Session> = {}): Session {
  const personas = [
    { id: 'support', name: 'Mira Okafor', role: 'support' as const, tenants: '*' as const },
    { id: 'admin', name: 'Ines Halvorsen', role: 'admin' as const, tenants: '*' as const },
  ];
  return {
    version: '0.0.0-test',
    host: 'browser',
    connection: aConnectionSummary(),
    who: personas[0] ?? null,
    personas,
    signIn: null,
    writing: null,
    notices: [],
    sandboxResets: 0,
    revision: { process: 'test', change: 0 },
    ...change,
  };
}
