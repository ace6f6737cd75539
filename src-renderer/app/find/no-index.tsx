import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { useTenants } from '#renderer/contract/tenants.ts';
import { useCommand } from '#renderer/contract/use-operation.ts';
import { writeExplorer } from '#renderer/features/explorer/address.ts';
import { PartFailure } from '#renderer/features/triage/parts/part-failure.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { RefusalCard } from '#renderer/ui/states.tsx';
import { useShowReceipt } from '#renderer/ui/view-receipts.tsx';
import type { CountedRefusal } from '#shared/contract/explorer.ts';
import type { Lookup } from '#shared/contract/lookup.ts';
import { maySeeAll } from '#shared/permissions.ts';
import { useSession } from '../session/use-session.ts';
import { messages } from '../messages.ts';
import styles from './find.module.css';
import { Found } from './found.tsx';
import { offeredSearch, searchedText } from './messages.ts';

type Refused = Extract<Lookup, { readonly found: 'no-index' }>;

interface NoIndexProps {
  readonly refused: Refused;
  readonly id: string;
  /** The price of the search was on the row that was chosen, so it starts at once. */
  readonly searches?: boolean;
}

/** Explains that no index answers this and that nothing is scanned. Showing it counts nothing; only a vote does. */
export function NoIndex({ refused, id, searches = false }: NoIndexProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const refusals = useQuery(operationOptions('explorer.refusals', {}));
  const nearest = useNearest(refused);
  const [isCounted, setCounted] = useState(false);
  const vote = useCommand('explorer.refuse', {
    onSuccess: () => {
      setCounted(true);
      void client.invalidateQueries({ queryKey: operationOptions('explorer.refusals', {}).queryKey });
    },
  });
  const all = refusals.data?.value.refusals ?? [];
  const place = all.findIndex((one) => isSame(one, refused));
  const { system, entity, by, question, needs } = refused;

  return (
    <div className={styles.refusal}>
      <RefusalCard
        question={question}
        needs={<code className={styles.keys}>{needs}</code>}
        nearest={refused.nearest === '' ? undefined : refused.nearest}
        asked={all[place]?.times ?? 0}
        people={all[place]?.people}
        place={place === -1 ? undefined : place + 1}
        actions={
          <>
            {nearest === undefined ? null : (
              <Button
                size="sm"
                onClick={() =>
                  void navigate({
                    to: '/explorer',
                    search: writeExplorer({
                      system,
                      pattern: nearest.pattern,
                      values: by.length === 1 ? [{ [by[0] ?? '']: id }] : [],
                    }),
                  })
                }
              >
                Ask {nearest.number} instead
              </Button>
            )}
            <Button
              size="sm"
              variant="ghost"
              icon={isCounted ? 'check' : 'add'}
              loading={vote.isRunning}
              disabled={isCounted ? messages.find.voted : false}
              onClick={() => void vote.run({ system, entity, by: [...by], question })}
            >
              {isCounted ? 'Counted' : 'Add my vote'}
            </Button>
          </>
        }
      />
      {entity === 'Document' ? (
        <>
          <p className={styles.hint}>
            Paste it with its batch, as in the table: <code>BATCH#… DOCUMENT#…</code>. Or open its batch,
            where it is listed.
          </p>
          <DocumentSearchPart documentId={id} searches={searches} />
        </>
      ) : null}
    </div>
  );
}

/** The refusal names the pattern by its number, as in "AP10 Which documents has this batch?". */
function useNearest({ system, nearest }: Refused) {
  const catalogue = useQuery(operationOptions('catalogue.read', {}));
  const found = catalogue.data?.value.systems.find(({ declaration }) => declaration.id === system);
  const [number] = nearest.split(' ');
  const pattern = Object.entries(found?.declaration.patterns ?? {}).find(
    ([, one]) => one.number === number,
  )?.[0];
  return pattern === undefined || number === undefined ? undefined : { number, pattern };
}

function isSame(one: CountedRefusal, { system, entity, by }: Refused): boolean {
  return one.system === system && one.entity === entity && one.by.toSorted().join() === by.toSorted().join();
}

/** More tenants would make a list of buttons. */
const mostTenants = 3;

/** Offers to look for a document by its id alone in the newest batches, at a price that is said before. */
interface DocumentSearchProps {
  readonly documentId: string;
  readonly searches: boolean;
}

function DocumentSearchPart({ documentId, searches }: DocumentSearchProps) {
  const { who } = useSession();
  const { tenants } = useTenants({ wanted: false });
  const [asked, setAsked] = useState<{ readonly tenantId: string | null } | undefined>(
    searches ? { tenantId: null } : undefined,
  );
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
    <section className={styles.search} aria-label={messages.find.searchLabel}>
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
      {answer === undefined ? null : <output className={styles.hint}>{searchedText(answer)}</output>}
    </section>
  );
}
