import type { ConnectionSummary, Persona } from '#shared/contract/session.ts';
import { sandboxConnectionId } from '#shared/domain/connection.ts';

export const sandboxConnection: ConnectionSummary = {
  id: sandboxConnectionId,
  name: 'Local sandbox',
  kind: 'sandbox',
  environment: 'sandbox',
  region: 'local',
  accountId: null,
  readOnly: false,
};

/** The people one can be in the sandbox; elsewhere the pipeline API says who somebody is. */
export const sandboxPersonas: readonly [Persona, ...Persona[]] = [
  { id: 'support', name: 'Mira Okafor', role: 'support' },
  { id: 'reviewer', name: 'Teo Lindqvist', role: 'reviewer' },
  { id: 'admin', name: 'Ines Halvorsen', role: 'admin' },
];
