import { useQuery } from '@tanstack/react-query';
import { listObjectiveFindings } from '#shared/domain/objective-words.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { Note } from '#renderer/ui/note.tsx';
import { Lead } from '../lead.tsx';
import { messages } from '../messages.ts';
import type { Seen } from '../seen.ts';
import styles from './parts.module.css';

/** Tells of objectives whose allowance is spent or soon will be, and nothing while there is nothing to tell. */
export function ObjectivesPart({ seen: { as, tenant, batches } }: { readonly seen: Seen }) {
  const isShown = as !== 'reviewer';
  const { data } = useQuery({
    ...operationOptions('monitor.objectives', { tenantId: tenant }),
    // The page appears with its batches, before this is read.
    enabled: isShown && batches.value !== undefined,
    staleTime: 15 * 60_000,
  });
  const findings = data === undefined ? [] : listObjectiveFindings(data.value);
  if (!isShown || findings.length === 0) return null;
  return (
    <section aria-label={messages.objectives.title}>
      <ul className={styles.costFindings}>
        {findings.slice(0, most).map(({ id, isSpent, title, says, ahead, row }) => (
          <li key={id}>
            <Note
              flat
              tone={isSpent ? 'bad' : 'warn'}
              action={
                <Lead
                  isWord
                  label={`${messages.objectives.open}: ${row.name ?? row.workflowId}`}
                  to={{
                    desk: 'place',
                    place: {
                      desk: 'objective',
                      tenant: row.tenantId,
                      project: row.projectId,
                      workflow: row.workflowId,
                    },
                  }}
                >
                  {messages.objectives.open}
                </Lead>
              }
            >
              <b>{title}.</b> {says} {ahead}
            </Note>
          </li>
        ))}
        {findings.length > most ? <li>{messages.objectives.more(findings.length - most)}</li> : null}
      </ul>
    </section>
  );
}

const most = 4;
