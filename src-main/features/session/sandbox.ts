import type { ConnectionSummary } from '#shared/contract/session.ts';
import { sandboxConnectionId } from '#shared/domain/connection.ts';

export const sandboxConnection: ConnectionSummary = {
  id: sandboxConnectionId,
  name: 'Local sandbox',
  kind: 'sandbox',
  environment: 'sandbox',
  region: 'local',
  accountId: null,
  readOnly: false,
  unlockable: false,
  editAndRedrive: true,
};
