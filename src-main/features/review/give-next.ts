import { extraction } from '#shared/catalogue/systems/extraction-system.ts';
import { ok, refused } from '#shared/contract/result.ts';
import type { ReviewKey } from '#shared/contract/review-document.ts';
import type { NextAnswer, NextInput } from '#shared/contract/review.ts';
import type { Persona, Session } from '#shared/contract/session.ts';
import { maySeeTenant } from '#shared/permissions.ts';
import { mostLeftOut } from '#shared/pipeline-api/next-call.ts';
import { outOfScope } from '../../aws/scope/out-of-scope.ts';
import type { ConnectionDoors } from '../../aws/doors.ts';
import type { Handlers } from '../../gate/gate.ts';
import { pipelineFailure, type PipelineAnswer } from '../../pipeline/pipeline-api.ts';
import { findOffer } from '../../reads/api-offers.ts';
import { buildPlace } from '../../rows/read-row.ts';
import type { DeskStore } from './desk-store.ts';

interface Parts {
  readonly doors: () => ConnectionDoors;
  readonly session: () => Session;
  readonly desk: Pick<DeskStore, 'postponed'>;
}

const notDone = 'No document was reserved.';

/**
 * Asks the pipeline API for the next free document (decision 039). Documents that this person has postponed on this
 * machine are left out.
 */
export function giveNext({ doors, session, desk }: Parts): Handlers['review.next'] {
  return async (input) => {
    // All are read once, because another connection may be opened while this asks.
    const [{ pipeline, reader }, { who }] = [doors(), session()];
    const postponed = desk.postponed();
    if (who === null) {
      const message = `You are not identified on this connection. ${notDone} Sign in first.`;
      return refused({ code: 'sign-in-expired', message });
    }
    if (input.tenantId !== undefined && !maySeeTenant(who, input.tenantId)) {
      return outOfScope(input.tenantId, notDone);
    }
    const offer = await findOffer(pipeline, 'nextDocument', who.id);
    // An API that does not answer now may well offer the call, and then the call says what is wrong.
    if (offer.kind === 'not-offered') return ok({ next: { kind: 'not-offered', why: offer.why } });
    const answer = await pipeline.call('nextDocument', {
      personId: who.id,
      body: toBody(input, who, postponed),
      idempotencyKey: input.intentKey,
    });
    if (answer.kind !== 'answered') return refused(pipelineFailure(answer, notDone));
    const next = toAnswer(answer.value);
    if (next.kind === 'given') reader.changed(extraction, listPlaces(next.row));
    return ok({ next });
  };
}

function toBody(input: NextInput, who: Persona, postponed: readonly { readonly key: ReviewKey }[]) {
  const { tenantId, reasons, not, intentKey: _key, ...filters } = input;
  const mine = who.tenants === '*' ? undefined : [...who.tenants];
  const tenantIds = tenantId === undefined ? mine : [tenantId];
  return {
    ...filters,
    ...(tenantIds !== undefined && { tenantIds }),
    ...(reasons !== undefined && { flags: reasons }),
    not: [...not, ...postponed.map(({ key }) => key)]
      .slice(0, mostLeftOut)
      .map((key) => ({ tenantId: key.tenantId, batchId: key.batchId, documentId: key.documentId })),
  };
}

type Answered = Extract<PipelineAnswer<'nextDocument'>, { readonly kind: 'answered' }>['value'];

function toAnswer({ document, skipped, isAll }: Answered): NextAnswer {
  if (document === null) {
    const { held, handedOver, fourEyes } = skipped;
    return { kind: 'none', held, handedOver, fourEyes, isAll };
  }
  const { tenantId, projectId, batchId, documentId, version } = document;
  const since: unknown = document['statusSince'] ?? document.updatedAt;
  return {
    kind: 'given',
    row: {
      tenantId,
      projectId,
      batchId,
      documentId,
      version,
      fileName: document.fileName ?? null,
      waitingSince: typeof since === 'string' ? since : null,
      claimExpiresAt: document.claimExpiresAt ?? null,
    },
  };
}

/** An index may be behind the claim, so later reads look at the item itself. */
function listPlaces({ tenantId, projectId, batchId, documentId }: ReviewKey) {
  return [
    buildPlace('Batch', { tenantId, projectId, batchId }),
    buildPlace('Document', { tenantId, batchId, documentId }),
  ];
}
