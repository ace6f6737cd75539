import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { useTenants } from '#renderer/contract/tenants.ts';
import { PartFailure } from '#renderer/features/triage/parts/part-failure.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { useShowReceipt } from '#renderer/ui/view-receipts.tsx';
import { maySeeAll } from '#shared/permissions.ts';
import { useSession } from '../session/use-session.ts';
import { messages } from '../messages.ts';
import styles from './find.module.css';
import { Found } from './found.tsx';
import { offeredSearch, searchedText } from './messages.ts';

/** More tenants would make a list of buttons. */
const mostTenants = 3;

/** Offers to look for a document by its id alone in the newest batches, at a price that is said before. */
export function DocumentSearchPart({ documentId }: { readonly documentId: string }) {
  const { who } = useSession();
  const { tenants } = useTenants({ wanted: false });
  const [asked, setAsked] = useState<{ readonly tenantId: string | null }>();
  const query = useQuery({
    ...operationOptions('lookup.searchDocument', { documentId, tenantId: asked?.tenantId ?? null }),
    enabled: asked !== undefined,
    staleTime: 0,
    gcTime: 0,
  });
  const receipt = query.data?.receipt;
  useShowReceipt('search', receipt === undefined ? [] : [receipt]);
  const answer = asked === undefined ? undefined : query.data?.value;
  const [place, ...others] = answer?.found ?? [];
  if (place !== undefined && others.length === 0) {
    return (
      <Found
        lookup={{ found: 'document', ...place, projectId: null, documentId }}
        receipt={query.data?.receipt}
      />
    );
  }
  const recent = tenants.filter(({ openedAt }) => openedAt !== null).slice(0, mostTenants);
  return (
    <section className={styles.offers} aria-label={messages.find.searchLabel}>
      <p className={styles.hint}>{offeredSearch(maySeeAll(who))}</p>
      <div className={styles.actions}>
        <Button
          size="sm"
          variant="primary"
          icon="search"
          loading={query.isFetching && asked?.tenantId === null}
          onClick={() => setAsked({ tenantId: null })}
        >
          {messages.find.searchAll}
        </Button>
        {recent.map(({ tenantId, name }) => (
          <Button
            key={tenantId}
            size="sm"
            loading={query.isFetching && asked?.tenantId === tenantId}
            onClick={() => setAsked({ tenantId })}
          >
            {messages.find.searchOf(name ?? tenantId)}
          </Button>
        ))}
      </div>
      {query.error === null || asked === undefined ? null : (
        <PartFailure
          failure={toFailure(query.error)}
          title={messages.find.searchFailed}
          notDone={messages.find.notChecked}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {answer === undefined ? null : (
        <p className={styles.hint} role="status">
          {searchedText(answer)}
        </p>
      )}
    </section>
  );
}
