import { ok, refused, type Result } from '#shared/contract/result.ts';
import type { Persona, Session } from '#shared/contract/session.ts';
import { maySeeTenant } from '#shared/domain/tenant-scope.ts';
import type { ConnectionDoors } from '../../../aws/connection-access.ts';
import { outOfScope } from '../../../aws/scope/out-of-scope.ts';
import type { Handlers } from '../../../contract/handlers.ts';
import type { AskingToSave } from './asking.ts';
import { tellLists } from './tell-lists.ts';
import { whatBecameOf } from './what-became-of.ts';

interface Parts {
  readonly doors: () => ConnectionDoors;
  readonly session: () => Session;
}

/** Of batches that are submitted later; made on the version that was seen, and once for one intent. */
export function saveThresholds({ doors, session }: Parts): Handlers['workflows.saveThresholds'] {
  return async (input) => {
    const who = maySave(session(), input);
    if (!who.ok) return who;
    const { tenantId, projectId, workflowId, version, intentKey } = input;
    const { confidenceThreshold, reviewThreshold, reason } = input;
    const asking = { input, personId: who.value.id, doors: doors() };
    const answer = await asking.doors.pipeline.call('changeThresholds', {
      personId: asking.personId,
      params: { tenantId, projectId, workflowId },
      body: { confidenceThreshold, reviewThreshold, reason },
      idempotencyKey: intentKey,
      ifMatch: version,
    });
    const result = await whatBecameOf(answer, asking);
    // Also after a refusal: it may have changed since it was read.
    if (answer.kind !== 'not-sent') tellLists(asking);
    return result.ok ? { ...result, value: { outcome: result.value } } : result;
  };
}

function maySave(
  { connection, who }: Session,
  { tenantId, confidenceThreshold, reviewThreshold, typedEnvironment }: AskingToSave['input'],
): Result<Persona> {
  if (who === null) {
    const message = 'Who you are is not known on this connection. Nothing was saved. Sign in first.';
    return refused({ code: 'sign-in-expired', message });
  }
  if (!maySeeTenant(who, tenantId)) return outOfScope(tenantId, 'Nothing was saved.');
  if (confidenceThreshold > reviewThreshold) {
    const message = 'The confidence threshold is above the review threshold. Nothing was saved.';
    const issues = [{ path: 'reviewThreshold', problem: 'is below the confidence threshold' }];
    return refused({ code: 'invalid-input', message, issues });
  }
  const { environment } = connection;
  if (environment === 'production' && typedEnvironment?.trim() !== environment) {
    const message = `This is ${environment}. Type ${environment}. Nothing was saved.`;
    return refused({ code: 'plan-refused', why: 'typed-wrong', message });
  }
  return ok(who);
}
