import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import type { AskedBy, FoundAnswer } from '#shared/catalogue/questions/find-answer.ts';
import { findDeclared } from '#shared/catalogue/find-declared.ts';
import { plainTemplate } from '#shared/catalogue/templates/key-words.ts';
import type { CountedRefusal } from '#shared/contract/explorer.ts';
import { writeCost } from '#shared/pricing/read-cost.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { useCommand } from '#renderer/contract/use-command.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { RefusalCard } from '#renderer/ui/states/refusal-card.tsx';
import { isSameQuestion } from './asked-by.ts';
import { freeIndexName } from './free-index-name.ts';
import styles from './refusals.module.css';

export interface RefusalProps {
  readonly system: SystemDeclaration;
  readonly asked: AskedBy;
  readonly answer: Extract<FoundAnswer, { readonly answered: false }>;
  readonly question: string;
  /** All that were counted, the most asked first. */
  readonly refusals: readonly CountedRefusal[];
  readonly onPattern: (pattern: string) => void;
}

/** Shown, it counts nothing; a vote does. */
export function Refusal({ system, asked, answer, question, refusals, onPattern }: RefusalProps) {
  const client = useQueryClient();
  const [voted, setVoted] = useState<string>();
  const sign = JSON.stringify([system.id, asked]);
  const vote = useCommand('explorer.refuse', {
    onSuccess: () => {
      setVoted(sign);
      void client.invalidateQueries({ queryKey: operationOptions('explorer.refusals', {}).queryKey });
    },
  });
  const place = refusals.findIndex((one) => isSameQuestion(one, { ...asked, system: system.id }));
  const counted = refusals[place];
  const nearest = answer.nearest === null ? undefined : findDeclared(system.patterns, answer.nearest);
  const { ownKey, partition, sort, sparse } = answer.wouldNeed;
  const names = ownKey ? ownKeyNames(system, asked.entity) : newKeyNames(system, asked.entity);
  const extra = answer.extraWritesADay;

  return (
    <RefusalCard
      question={question}
      nearest={
        nearest === undefined ? undefined : (
          <>
            <span className={styles.number}>{nearest.number}</span> {nearest.asks}
          </>
        )
      }
      needs={
        <span className={styles.keys}>
          {ownKey ? (
            <span className={styles.sparse}>a question by the table’s own key, and no index: </span>
          ) : null}
          <span className={styles.keyName}>{names.partition}</span> {plainTemplate(partition)}{' '}
          {sort === undefined ? null : (
            <>
              <span className={styles.keyName}>{names.sort}</span> {plainTemplate(sort)}
            </>
          )}
          {sparse === undefined ? null : <span className={styles.sparse}> {sparse}</span>}
        </span>
      }
      costs={
        ownKey ? (
          'no extra writes: the items have this key already'
        ) : extra === null ? (
          'not known: the system does not say how often this is written'
        ) : (
          <span title={extra.basis}>
            about {writeCost(extra.wru, { tiny: 'words' }).text} a day in extra writes
          </span>
        )
      }
      asked={counted?.times ?? 0}
      people={counted?.people}
      place={place === -1 ? undefined : place + 1}
      actions={
        <>
          {nearest === undefined || answer.nearest === null ? null : (
            <Button size="sm" onClick={() => onPattern(answer.nearest ?? '')}>
              Ask {nearest.number} instead
            </Button>
          )}
          <Button
            size="sm"
            variant="ghost"
            icon={voted === sign ? 'check' : 'add'}
            loading={vote.isRunning}
            disabled={voted === sign ? 'Your vote is counted' : false}
            onClick={() =>
              void vote.run({ system: system.id, entity: asked.entity, by: [...asked.by], question })
            }
          >
            {voted === sign ? 'Counted' : 'Add my vote'}
          </Button>
        </>
      }
    />
  );
}

interface KeyNames {
  readonly partition: string;
  readonly sort: string | undefined;
}

function newKeyNames(system: SystemDeclaration, entity: string): KeyNames {
  const index = freeIndexName(system, entity);
  return { partition: `${index}PK`, sort: `${index}SK` };
}

function ownKeyNames({ tables, entities }: SystemDeclaration, entity: string): KeyNames {
  const table = findDeclared(tables, findDeclared(entities, entity)?.table ?? '');
  return { partition: table?.partition.name ?? '', sort: table?.sort?.name };
}
