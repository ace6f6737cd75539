import { useQuery } from '@tanstack/react-query';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { Note } from '#renderer/ui/note.tsx';
import { Lead } from '../lead.tsx';
import type { Seen } from '../seen.ts';
import { messages } from '../messages.ts';
import styles from './parts.module.css';

/**
 * Tells of budgets and of unusual costs, and what of them could not be read; nothing while there is nothing to tell. Only
 * admins answer for costs.
 */
export function CostsPart({ seen: { as, tenant, me } }: { readonly seen: Seen }) {
  const isShown = as === 'admin' && me.role === 'admin';
  const { data, error } = useQuery({
    ...operationOptions('costs.findings', { tenantId: tenant }),
    enabled: isShown,
    staleTime: 15 * 60_000,
  });
  const findings = data?.value.findings ?? [];
  const missing = describeMissing(data?.value.whyNot ?? null, error);
  if (!isShown || (findings.length === 0 && missing === null)) return null;
  return (
    <section aria-label={messages.costs.title}>
      <ul className={styles.costFindings}>
        {findings.slice(0, most).map(({ id, kind, title, says, tenantId, projectId, workflowId }) => (
          <li key={id}>
            <Note
              flat
              tone={kind === 'over-budget' ? 'bad' : 'warn'}
              action={
                <Lead
                  isWord
                  to={{
                    desk: 'place',
                    place: {
                      desk: 'costs',
                      tenant: tenantId,
                      // A budget leads to the month of its tenant.
                      workflow:
                        kind !== 'unusual' || projectId === null || workflowId === null
                          ? null
                          : `${projectId}/${workflowId}`,
                    },
                  }}
                >
                  {kind === 'unusual' ? messages.costs.openDocuments : messages.costs.open}
                </Lead>
              }
            >
              <b>{title}.</b> {says}
            </Note>
          </li>
        ))}
        {findings.length > most ? <li>{messages.costs.more(findings.length - most)}</li> : null}
        {missing === null ? null : (
          <li>
            <Note flat>
              <b>{missing.title}</b> {missing.says}
            </Note>
          </li>
        )}
      </ul>
    </section>
  );
}

const most = 4;

/** Findings that were read earlier are still shown when they could not be read again. */
function describeMissing(whyNot: string | null, error: Error | null) {
  if (error !== null) return { title: messages.costs.notRead, says: toFailure(error).message };
  return whyNot === null ? null : { title: messages.costs.mayBeMore, says: whyNot };
}
