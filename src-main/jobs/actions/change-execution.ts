import type { ConnectionDoors } from '../../aws/connection-access.ts';
import type { JobAction } from '../job-action.ts';

export function executionAction(
  _kind: 'redrive-execution' | 'stop-execution',
  _doors: () => ConnectionDoors,
): JobAction {
  throw new Error('not written yet');
}
