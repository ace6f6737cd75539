import { hashKey, useQuery } from '@tanstack/react-query';
import { useState, type KeyboardEvent, type SubmitEvent } from 'react';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { Chip } from '#renderer/ui/chip.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { makeScrollReachable } from '#renderer/ui/make-scroll-reachable.ts';
import { Note } from '#renderer/ui/note.tsx';
import plain from '#renderer/ui/plain-table.module.css';
import { formatCount, formatItemCount } from '#renderer/ui/receipt-footer.tsx';
import { ViewPart } from '#renderer/ui/view-frame.tsx';
import { findDeclared, type SystemDeclaration } from '#shared/catalogue/declaration.ts';
import type { Guess } from '#shared/catalogue/drafting/draft-system.ts';
import { plainText } from '#shared/catalogue/items/attribute-value.ts';
import { templateProblem } from '#shared/catalogue/keys/key-template.ts';
import { describeLocated } from '#shared/catalogue/questions/describe-conditions.ts';
import { locate } from '#shared/catalogue/questions/locate.ts';
import type { OpenSystem, Reading } from '#shared/contract/explorer.ts';
import { IndexBadge } from '../key-roles.tsx';
import { messages } from '../messages.ts';
import { findProblems, listFields, readValue, setValue, toLabel, type Values } from '../question/fields.ts';
import styles from './draft.module.css';
import { useDraft, type OpenDraft } from './draft-memory.ts';

interface DraftPartProps {
  readonly draft: OpenDraft;
  readonly system: OpenSystem;
  /** The guesses that are still as they were drafted. */
  readonly guesses: readonly Guess[];
}

/** Offers the commonest corrections of what is declared: names, tables and the templates of keys. */
export function DraftEntities({ draft, system, guesses }: DraftPartProps) {
  const { correct } = useDraft();
  const { declaration } = system;
  return (
    <>
      {draft.notes.length === 0 ? null : (
        <ViewPart title={messages.draft.notKnown} padded>
          <ul className={styles.notes}>
            {draft.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </ViewPart>
      )}
      <ViewPart title={messages.draft.system} hint={messages.draft.guessHint(guesses.length)} padded>
        <div className={styles.fields}>
          <Correctable
            label={messages.draft.systemName}
            value={declaration.name}
            problem={(text) => (text === '' || text.length > 80 ? messages.draft.nameRule : undefined)}
            onCorrect={(name) => correct(declaration, { kind: 'name', name })}
          />
          {Object.entries(declaration.tables).map(([key, table]) => (
            <Correctable
              key={key}
              label={messages.draft.tableOf(key)}
              mono
              value={table.name}
              guess={findGuess(guesses, `tables.${key}.name`)}
              problem={(text) => (tableNamePattern.test(text) ? undefined : messages.draft.tableRule)}
              onCorrect={(name) => correct(declaration, { kind: 'table', table: key, name })}
            />
          ))}
        </div>
      </ViewPart>
      {Object.entries(declaration.entities).map(([name, entity], at) => (
        <ViewPart
          // oxlint-disable-next-line react/no-array-index-key -- an entity that is renamed keeps its place, and so the focus
          key={at}
          title={toLabel(name)}
          hint={declaration.tables[entity.table]?.name}
          actions={
            <IconButton
              icon="trash"
              size="sm"
              label={messages.draft.removeEntity(name)}
              onClick={() => correct(declaration, { kind: 'remove entity', entity: name })}
            />
          }
          padded
        >
          <div className={styles.fields}>
            <Correctable
              label={messages.draft.entityName}
              mono
              value={name}
              problem={(text) => entityNameProblem(declaration, name, text)}
              onCorrect={(next) => correct(declaration, { kind: 'rename entity', entity: name, name: next })}
            />
            {Object.entries(entity.keys).map(([key, template]) => (
              <Correctable
                key={key}
                label={messages.draft.keyOf(key, name)}
                shownLabel={key}
                mono
                value={template}
                guess={findGuess(guesses, `entities.${name}.keys.${key}`)}
                problem={(text) => {
                  const problem = text === '' ? messages.draft.isEmpty : templateProblem(text);
                  return problem === undefined ? undefined : messages.draft.templateIs(problem);
                }}
                onCorrect={(next) => correct(declaration, { kind: 'key', entity: name, key, template: next })}
              />
            ))}
          </div>
        </ViewPart>
      ))}
    </>
  );
}

const tableNamePattern = /^(?=.{3,255}$)(?:[\w.-]|\{stage\})+$/;

function entityNameProblem({ entities }: SystemDeclaration, name: string, text: string): string | undefined {
  if (text !== name && Object.hasOwn(entities, text)) return messages.draft.nameTaken;
  return /^[A-Za-z][\w-]{0,63}$/.test(text) && !(text in Object.prototype)
    ? undefined
    : messages.draft.nameRule;
}

function findGuess(guesses: readonly Guess[], path: string): string | undefined {
  return guesses.find((guess) => guess.path === path)?.because;
}

interface CorrectableProps {
  readonly label: string;
  /** A shorter label that is shown, where the surroundings name the rest. */
  readonly shownLabel?: string;
  readonly value: string;
  readonly mono?: boolean;
  readonly guess?: string | undefined;
  /** The reason of the guess is told once for all of them. */
  readonly isToldAbove?: boolean;
  readonly problem: (text: string) => string | undefined;
  readonly onCorrect: (text: string) => void;
}

/** A field that is taken over with Enter or on leaving it. Escape brings back what was there. */
function Correctable(props: CorrectableProps) {
  const { label, shownLabel, value, mono, guess, isToldAbove = false, problem, onCorrect } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const [from, setFrom] = useState(value);
  if (from !== value) {
    setFrom(value);
    setTyped(null);
  }
  const text = typed ?? value;
  const wrong = typed === null ? undefined : problem(text);

  function take(): void {
    if (typed === null || wrong !== undefined) return;
    if (text !== value) onCorrect(text);
    setTyped(null);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.key === 'Enter') take();
    if (event.key === 'Escape' && typed !== null) {
      event.stopPropagation();
      setTyped(null);
    }
  }

  return (
    <TextField
      label={shownLabel ?? label}
      aria-label={label}
      className={styles.correctable}
      mono={mono}
      value={text}
      error={wrong}
      hint={isToldAbove ? undefined : guess}
      end={guess === undefined ? undefined : <Chip className={styles.guess}>{messages.draft.guess}</Chip>}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={take}
      onKeyDown={onKeyDown}
    />
  );
}

/** Lists the access patterns, each with the request that answers it, to be named and tried. */
export function DraftPatterns({ draft, system, guesses }: DraftPartProps) {
  const { correct } = useDraft();
  const { declaration } = system;
  const [tried, setTried] = useState<string | null>(null);
  const patterns = Object.entries(declaration.patterns);
  return (
    <>
      <ViewPart
        title={messages.draft.patternsTitle}
        hint={messages.draft.onePage}
        actions={
          <Button size="sm" icon="add" onClick={() => correct(declaration, { kind: 'add missing patterns' })}>
            {messages.draft.addMissing}
          </Button>
        }
        padded
      >
        <p className={styles.about}>{messages.draft.patternsAbout}</p>
      </ViewPart>
      {patterns.map(([key, pattern]) => {
        const located = locate(declaration, key);
        const conditions = describeLocated(located, {});
        return (
          <ViewPart
            key={key}
            title={`${pattern.number} ${pattern.title}`}
            hint={<IndexBadge table={located.table} index={located.indexName} />}
            actions={
              <>
                <Button
                  size="sm"
                  icon="play"
                  aria-expanded={tried === key}
                  onClick={() => setTried(tried === key ? null : key)}
                >
                  {messages.draft.try}
                </Button>
                <IconButton
                  icon="trash"
                  size="sm"
                  label={messages.draft.removePattern(pattern.title)}
                  onClick={() => correct(declaration, { kind: 'remove pattern', pattern: key })}
                />
              </>
            }
            padded
          >
            <p className={styles.mono}>
              {located.operation}:{' '}
              {conditions.map(({ attribute, says }) => `${attribute} ${says}`).join(', ')}
            </p>
            <div className={styles.fields}>
              <Correctable
                label={messages.draft.titleOf(pattern.number)}
                shownLabel={messages.draft.title}
                value={pattern.title}
                guess={findGuess(guesses, `patterns.${key}.title`)}
                isToldAbove
                problem={(text) => (text === '' || text.length > 120 ? messages.draft.titleRule : undefined)}
                onCorrect={(title) => correct(declaration, { kind: 'pattern', pattern: key, title })}
              />
              <Correctable
                label={messages.draft.questionOf(pattern.number)}
                shownLabel={messages.draft.question}
                value={pattern.asks}
                guess={findGuess(guesses, `patterns.${key}.asks`)}
                isToldAbove
                problem={(text) => (text === '' || text.length > 300 ? messages.draft.titleRule : undefined)}
                onCorrect={(asks) => correct(declaration, { kind: 'pattern', pattern: key, asks })}
              />
            </div>
            {tried === key ? (
              <TryPattern key={draft.text} draft={draft} system={system} pattern={key} />
            ) : null}
          </ViewPart>
        );
      })}
    </>
  );
}

interface TryPatternProps {
  readonly draft: OpenDraft;
  readonly system: OpenSystem;
  readonly pattern: string;
}

/** Asks a pattern of the draft for its first items, as the Explorer will once it is saved. */
function TryPattern({ draft, system: { declaration }, pattern }: TryPatternProps) {
  const located = locate(declaration, pattern);
  const fields = listFields(declaration, located);
  const [values, setValues] = useState<Values>({});
  const [asked, setAsked] = useState<Values | null>(null);
  const [isTried, setTried] = useState(false);
  const problems = isTried ? findProblems(declaration, pattern, fields, values) : new Map<string, string>();
  const pageSize = located.operation === 'Query' ? 10 : undefined;
  const answer = useQuery({
    ...operationOptions('catalogue.tryDraft', {
      text: draft.text,
      pattern,
      params: [asked ?? {}],
      ...(pageSize !== undefined && { pageSize }),
    }),
    enabled: asked !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    setTried(true);
    if (findProblems(declaration, pattern, fields, values).size > 0) return;
    // The same values are the same query, which is not asked again automatically.
    if (hashKey([asked]) === hashKey([values])) void answer.refetch({ cancelRefetch: false });
    else setAsked(values);
  }

  return (
    <form className={styles.try} noValidate onSubmit={submit} aria-label={messages.draft.tryTitle}>
      <div className={styles.row}>
        {fields.map(({ name, label }) => (
          <TextField
            key={name}
            label={label}
            mono
            value={readValue(values, name)}
            error={problems.get(name)}
            onChange={(event) => setValues(setValue(values, name, event.currentTarget.value))}
          />
        ))}
        <Button type="submit" variant="primary" icon="play" loading={answer.isFetching}>
          {messages.question.ask}
        </Button>
      </div>
      {answer.error === null ? null : (
        <Note tone="bad" live>
          {toFailure(answer.error).message}
        </Note>
      )}
      {answer.data === undefined || asked === null ? null : (
        <>
          <output className={styles.about}>
            {formatItemCount(answer.data.value.items.length)}
            {answer.data.value.cursor === null ? '' : `, ${messages.draft.more}`}
            {answer.data.receipt === undefined ? '' : `, ${formatCount(answer.data.receipt.rru)} RRU`}
          </output>
          <TriedItems reading={answer.data.value} />
        </>
      )}
    </form>
  );
}

const mostColumns = 8;

function TriedItems({ reading: { items } }: { readonly reading: Reading }) {
  const names = [...new Set(items.flatMap(({ attributes }) => Object.keys(attributes)))].slice(
    0,
    mostColumns,
  );
  if (items.length === 0) return null;
  return (
    <div ref={makeScrollReachable} className={plain.scrolls}>
      <table className={plain.table} aria-label={messages.draft.triedItems}>
        <thead>
          <tr>
            <th scope="col">Entity</th>
            {names.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map(({ handle, entity, attributes }) => (
            <tr key={handle}>
              <th scope="row">{entity === null ? messages.draft.noEntity : toLabel(entity)}</th>
              {names.map((name) => {
                const value = findDeclared(attributes, name);
                return (
                  <td key={name} className={plain.mono}>
                    {value === undefined
                      ? ''
                      : 'MASKED' in value
                        ? messages.draft.masked(value.MASKED.what)
                        : plainText(value).slice(0, 120)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
