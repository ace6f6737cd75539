import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { useCommand } from '#renderer/contract/use-operation.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { PaneBar, PaneBarTitle } from '#renderer/ui/pane.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { EmptyState, RefusalCard } from '#renderer/ui/states.tsx';
import { findDeclared, type SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { askableBy } from '#shared/catalogue/questions/read-params.ts';
import { findAnswer, type AskedBy, type FoundAnswer } from '#shared/catalogue/questions/find-answer.ts';
import { locate } from '#shared/catalogue/questions/locate.ts';
import { plainTemplate } from '#shared/catalogue/keys/key-template.ts';
import type { CountedRefusal, OpenSystem } from '#shared/contract/explorer.ts';
import { writeCost } from '#shared/pricing/request-costs.ts';
import { IndexBadge } from '../key-roles.tsx';
import { toLabel } from '../question/fields.ts';
import { findFreeIndexName, isSameQuestion, mostBy, describeQuestion } from './asked-by.ts';
import { messages } from '../messages.ts';
import styles from '../explorer.module.css';

interface AskBySomethingElseProps {
  readonly system: OpenSystem;
  readonly asked: AskedBy | null;
  readonly onAsked: (asked: AskedBy) => void;
  readonly refusals: readonly CountedRefusal[];
  readonly onPattern: (pattern: string) => void;
}

/** Finds the question that answers by these attributes, or the index that it would need. */
export function AskBySomethingElse(props: AskBySomethingElseProps) {
  const { system, onAsked, refusals, onPattern } = props;
  const { declaration } = system;
  const [words, setWords] = useState('');
  const entities = Object.keys(declaration.entities);
  const entity = entities.find((name) => name === props.asked?.entity) ?? entities[0];
  if (entity === undefined)
    return <EmptyState title={messages.refusals.noEntities}>{messages.page.declareNext}</EmptyState>;
  const names = askableBy(declaration, entity);
  const by = (props.asked?.by ?? []).filter((name) => names.includes(name));
  const asked: AskedBy = { entity, by };
  const answer = by.length === 0 ? null : findAnswer(declaration, asked);

  function toggle(name: string, on: boolean): void {
    onAsked({ entity: asked.entity, by: names.filter((each) => (each === name ? on : by.includes(each))) });
  }

  return (
    <section className={styles.pane} aria-label={messages.page.somethingElse}>
      <PaneBar>
        <PaneBarTitle>{messages.page.somethingElse}</PaneBarTitle>
        <span className={styles.hint}>of {declaration.name}; nothing is read here</span>
      </PaneBar>
      <div className={styles.body}>
        <Select
          label={messages.refusals.lookFor}
          className={styles.entity}
          value={entity}
          onChange={(next) => onAsked({ entity: next, by: [] })}
          options={entities.map((name) => ({ value: name, label: toLabel(name) }))}
        />
        <fieldset className={styles.by}>
          <legend className={styles.legend}>What you know about it, up to {mostBy}</legend>
          <div className={styles.names}>
            {names.map((name) => (
              <Checkbox
                key={name}
                label={toLabel(name)}
                checked={by.includes(name)}
                disabled={!by.includes(name) && by.length >= mostBy}
                onChange={(on) => toggle(name, on)}
              />
            ))}
          </div>
        </fieldset>
        {answer === null ? (
          <p className={styles.hint}>{messages.refusals.choose}</p>
        ) : answer.answered ? (
          <AnsweredBy system={declaration} pattern={answer.pattern} onPattern={onPattern} />
        ) : (
          <>
            <TextField
              label={messages.refusals.words}
              hint={messages.refusals.wordsNote}
              maxLength={300}
              placeholder={describeQuestion(asked)}
              value={words}
              onChange={(event) => setWords(event.currentTarget.value)}
            />
            <Refusal
              system={declaration}
              asked={asked}
              answer={answer}
              question={words.trim() === '' ? describeQuestion(asked) : words.trim()}
              refusals={refusals}
              onPattern={onPattern}
            />
          </>
        )}
      </div>
    </section>
  );
}

interface AnsweredByProps {
  readonly system: SystemDeclaration;
  readonly pattern: string;
  readonly onPattern: (pattern: string) => void;
}

function AnsweredBy({ system, pattern, onPattern }: AnsweredByProps) {
  const located = locate(system, pattern);
  return (
    <section className={styles.answered} aria-label={messages.refusals.answers}>
      <div className={styles.answeredHead}>
        <span className={styles.good}>
          <Icon name="check" />
        </span>
        <h3>{messages.refusals.answers}</h3>
        <IndexBadge table={located.table} index={located.indexName} />
      </div>
      <p>
        <span className={styles.number}>{located.pattern.number}</span> {located.pattern.asks}
      </p>
      <div>
        <Button size="sm" variant="primary" onClick={() => onPattern(pattern)}>
          Open {located.pattern.number}
        </Button>
      </div>
    </section>
  );
}

interface RefusalProps {
  readonly system: SystemDeclaration;
  readonly asked: AskedBy;
  readonly answer: Extract<FoundAnswer, { readonly answered: false }>;
  readonly question: string;
  /** All counted refusals, the most frequent first. */
  readonly refusals: readonly CountedRefusal[];
  readonly onPattern: (pattern: string) => void;
}

/** Showing a refusal does not count it; a vote does. */
function Refusal({ system, asked, answer, question, refusals, onPattern }: RefusalProps) {
  const client = useQueryClient();
  const [voted, setVoted] = useState<string>();
  const sign = JSON.stringify([system.id, asked]);
  const vote = useCommand('explorer.refuse');
  const place = refusals.findIndex((one) => isSameQuestion(one, { ...asked, system: system.id }));
  const counted = refusals[place];
  const nearest = answer.nearest === null ? undefined : findDeclared(system.patterns, answer.nearest);
  const { ownKey, partition, sort, sparse } = answer.wouldNeed;
  const names = ownKey ? findOwnKeyNames(system, asked.entity) : chooseKeyNames(system, asked.entity);
  const extra = answer.extraWritesADay;

  async function addVote(): Promise<void> {
    const { ok } = await vote.run({ system: system.id, entity: asked.entity, by: [...asked.by], question });
    if (!ok) return;
    // Another question may be shown by now, and the vote is for the one that was shown when it was given.
    setVoted(sign);
    void client.invalidateQueries({ queryKey: operationOptions('explorer.refusals', {}).queryKey });
  }

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
          {ownKey ? <span className={styles.sparse}>{messages.refusals.ownKey} </span> : null}
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
          messages.refusals.noExtraWrites
        ) : extra === null ? (
          messages.refusals.unknownWrites
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
              {messages.question.ask} {nearest.number} instead
            </Button>
          )}
          <Button
            size="sm"
            variant="ghost"
            icon={voted === sign ? 'check' : 'add'}
            loading={vote.isRunning}
            disabled={voted === sign ? messages.refusals.voted : false}
            onClick={() => void addVote()}
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

function chooseKeyNames(system: SystemDeclaration, entity: string): KeyNames {
  const index = findFreeIndexName(system, entity);
  return { partition: `${index}PK`, sort: `${index}SK` };
}

function findOwnKeyNames({ tables, entities }: SystemDeclaration, entity: string): KeyNames {
  const table = findDeclared(tables, findDeclared(entities, entity)?.table ?? '');
  return { partition: table?.partition.name ?? '', sort: table?.sort?.name };
}
