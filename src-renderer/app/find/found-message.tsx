import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Queues } from '#shared/contract/dead-letters/queues.ts';
import type { Lookup } from '#shared/contract/triage/lookup.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { readDeadLetters, writeDeadLetters } from '#renderer/features/dead-letters/dead-letters-address.ts';
import { readTriage, writeTriage } from '#renderer/features/triage/triage-address.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import styles from './find.module.css';
import { FoundCard } from './found-card.tsx';

/** Why a message could not be used, and the batch or document that it was about. */
export function FoundMessage({
  message,
}: {
  readonly message: Extract<Lookup, { readonly found: 'message' }>;
}) {
  const navigate = useNavigate();
  const { messageId, queue, code, attempts, tenantId, batchId, documentId } = message;
  const known = useQuery({ ...operationOptions('dead-letters.queues', {}), enabled: false }).data?.value;
  const goTo = (document: string | null) =>
    void navigate({
      to: '/triage',
      search: writeTriage({ ...readTriage({}), tenant: tenantId, batch: batchId, document }),
    });
  return (
    <FoundCard
      icon="deadLetters"
      title="A message that could not be used"
      items={[
        { label: 'Message', value: messageId, mono: true, copy: messageId },
        { label: 'Queue', value: queue ?? 'not noted' },
        { label: 'Error', value: code ?? 'no code' },
        { label: 'Attempts', value: attempts === null ? 'not counted' : String(attempts) },
        ...(tenantId === null ? [] : [{ label: 'Tenant', value: tenantId, mono: true, copy: tenantId }]),
        ...(batchId === null ? [] : [{ label: 'Batch', value: batchId, mono: true, copy: batchId }]),
        ...(documentId === null
          ? []
          : [{ label: 'Document', value: documentId, mono: true, copy: documentId }]),
      ]}
      actions={
        <>
          <Button
            size="sm"
            icon="deadLetters"
            onClick={() =>
              void navigate({
                to: '/dead-letters',
                search: deadLetterPlace(known?.queues ?? [], queue, messageId),
              })
            }
          >
            Look in Dead letters
          </Button>
          {batchId === null ? null : (
            <Button size="sm" icon="triage" onClick={() => goTo(null)}>
              Open its batch
            </Button>
          )}
          {tenantId === null || batchId === null || documentId === null ? null : (
            <Button size="sm" icon="document" onClick={() => goTo(documentId)}>
              Open its document
            </Button>
          )}
        </>
      }
    >
      <p className={styles.said}>{message.message ?? 'No message was noted.'}</p>
    </FoundCard>
  );
}

/** Its dead-letter queue, as far as this window knows the queues already: what is noted of it is where it came from. */
export function deadLetterPlace(
  queues: Queues['queues'],
  from: string | null,
  messageId: string,
): Readonly<Record<string, string>> {
  const known = queues.find(
    ({ name, queue }) => name === from || queue?.sources.some((source) => source.name === from) === true,
  );
  return writeDeadLetters(readDeadLetters({ queue: known?.name, message: messageId }));
}
