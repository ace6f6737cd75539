import { refused, type Result } from '#shared/contract/result.ts';
import type { Persona } from '#shared/contract/session.ts';
import { maySeeAll } from '#shared/domain/tenant-scope.ts';
import { planCloseDownloads, type CloseTarget } from './plan-close-downloads.ts';
import type { DraftParts } from './plan-documents.ts';
import type { PlanDraft } from './plan-draft.ts';
import { planRequeue, type RequeueTarget } from './plan-requeue.ts';
import { planRunAgain, type RunAgainTarget } from './plan-run-again.ts';

type DownloadsTarget = RequeueTarget | RunAgainTarget | CloseTarget;

export async function planDownloads(
  target: DownloadsTarget,
  parts: DraftParts & { readonly who: Persona },
): Promise<Result<PlanDraft>> {
  if (!maySeeAll(parts.who)) return refused(notTheirs);
  switch (target.kind) {
    case 'requeue-files':
      return planRequeue(target, parts);
    case 'trigger-downloads':
      return planRunAgain(target, parts);
    case 'close-downloads':
      return planCloseDownloads(target, parts);
    default:
      return target satisfies never;
  }
}

/** Decision 015. */
const notTheirs = {
  code: 'tenant-out-of-scope',
  message:
    'Downloads name no tenant, so nobody can say whose they are, and you may see some tenants only. Nothing was planned.',
  tenantId: '*',
} as const;
