import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Lookup } from '#shared/contract/lookup.ts';
import type { CountedRefusal } from '#shared/contract/explorer.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { useCommand } from '#renderer/contract/use-command.ts';
import { readAddress, writeAddress } from '#renderer/features/explorer/explorer-address.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { RefusalCard } from '#renderer/ui/states/refusal-card.tsx';
import styles from './find.module.css';

type Refused = Extract<Lookup, { readonly found: 'no-index' }>;

/** No index is by this, and nothing is scanned. Shown, it counts nothing; a vote does. */
export function NoIndex({ refused, id }: { readonly refused: Refused; readonly id: string }) {
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
                    search: writeAddress({
                      ...readAddress({}),
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
              disabled={isCounted ? 'Your vote is counted' : false}
              onClick={() => void vote.run({ system, entity, by: [...by], question })}
            >
              {isCounted ? 'Counted' : 'Add my vote'}
            </Button>
          </>
        }
      />
      {entity === 'Document' ? (
        <p className={styles.hint}>
          Paste it with the key of its batch, as the table has both: <code>TENANT#…#BATCH#… DOCUMENT#…</code>.
          Or open its batch, where it is listed.
        </p>
      ) : null}
    </div>
  );
}

/** The refusal names it by its number: "AP10 Which documents has this batch?" */
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
