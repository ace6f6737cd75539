import { Button } from '#renderer/ui/button.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { formatCount, formatItemCount, formatRru } from '#renderer/ui/receipt-footer.tsx';
import { RelativeTime, useNow } from '#renderer/ui/relative-time.tsx';
import { SkeletonRows, useDelayed } from '#renderer/ui/skeleton.tsx';
import { EmptyState, StaleNote } from '#renderer/ui/states.tsx';
import { findDeclared, type SystemDeclaration } from '#shared/catalogue/declaration.ts';
import type { Located } from '#shared/catalogue/questions/locate.ts';
import type { Reading } from '#shared/contract/explorer.ts';
import type { Receipt } from '#shared/contract/result.ts';
import { readCost } from '#shared/pricing/request-costs.ts';
import { toMemoryName } from '../explorer-memory.ts';
import type { QuestionPaneProps } from '../question/use-question-form.ts';
import { AnswerFailure, describeFailure } from './answer-failure.tsx';
import styles from './answer.module.css';
import { Results } from './results.tsx';
import { messages } from '../messages.ts';

type AnswerSectionProps = Omit<
  QuestionPaneProps,
  'fields' | 'options' | 'chosenTimes' | 'takeFocus' | 'onAsk' | 'isAsked'
> & {
  /** The form differs from the question that was asked. */
  readonly hasChanged: boolean;
  /** Asks the question of the form. */
  readonly onAskNow: () => void;
};

/** The part below a question is empty at first, and then shows its answer or the reason why there is none. */
export function AnswerSection(props: AnswerSectionProps) {
  const { system, patternKey, located, memory, answer, hasChanged, onAskNow } = props;
  const { state, asked, receipt, throttled, items, failure } = answer;
  // A cursor that was refused once is refused again.
  const goesOn = answer.pageFailed && failure?.code !== 'cursor-refused';
  const columnsName = toMemoryName(system.declaration.id, patternKey);

  if (state === 'not asked') {
    return (
      <div className={styles.instead}>
        <EmptyState title={messages.answer.none}>{messages.answer.noneNext}</EmptyState>
      </div>
    );
  }
  if (state === 'asking') {
    return (
      <div className={styles.instead}>
        <SkeletonRows label={`Loading ${located.pattern.title}`} labelVisible />
      </div>
    );
  }
  const changed = hasChanged ? <ChangedNote onAsk={onAskNow} /> : null;
  if (state === 'failed' && failure !== undefined) {
    return (
      <div className={styles.answer}>
        {changed}
        <div className={styles.instead}>
          <AnswerFailure failure={failure} system={system} onRetry={onAskNow} retrying={false} />
        </div>
      </div>
    );
  }
  return (
    <div className={styles.answer}>
      {changed}
      {asked === undefined || receipt === undefined ? null : (
        <ReceiptSlip asked={asked} receipt={receipt} throttled={throttled} />
      )}
      {failure === undefined ? null : (
        <StaleNote
          flat
          reason={`${describeFailure(failure).title}.`}
          showing={`${failure.message} Showing earlier items.`}
          action={
            goesOn ? (
              <Button size="sm" icon="retry" onClick={answer.loadMore}>
                {messages.answer.tryAgain}
              </Button>
            ) : (
              <Button size="sm" icon="retry" onClick={onAskNow}>
                {messages.answer.askAgain}
              </Button>
            )
          }
        />
      )}
      {items.length === 0 ? (
        <div className={styles.instead}>
          {answer.more ? (
            <EmptyState
              title={messages.answer.noItemsSoFar}
              actions={
                <Button size="sm" loading={answer.loadingMore} onClick={answer.loadMore}>
                  {messages.answer.readOn}
                </Button>
              }
            >
              {messages.answer.emptyPage}
            </EmptyState>
          ) : (
            <EmptyState
              title={located.pattern.gives === 'one' ? messages.answer.itemNotFound : messages.answer.noItems}
            >
              {explainEmpty(system.declaration, located)}
            </EmptyState>
          )}
        </div>
      ) : (
        <Results
          {...props}
          key={columnsName}
          columns={memory.memory.columns.get(columnsName)}
          onColumns={(columns) =>
            memory.remember((before) => ({ columns: new Map(before.columns).set(columnsName, columns) }))
          }
        />
      )}
    </div>
  );
}

/** An empty answer from a sparse index does not mean that the items do not exist. */
export function explainEmpty(system: SystemDeclaration, { pattern, indexName, operation }: Located): string {
  if (indexName === null) {
    return operation === 'Query'
      ? 'The table holds nothing under this key. Check the values; keys must match exactly.'
      : 'The table has no item with this key. Check the values; keys must match exactly.';
  }
  const notes = pattern.returns.flatMap((entity) => {
    const note = findDeclared(findDeclared(system.entities, entity)?.sparse, indexName);
    return note === undefined ? [] : [note];
  });
  const [note] = notes;
  return note === undefined
    ? `${indexName} holds nothing under this key. Check the values; keys must match exactly.`
    : `${indexName} holds an item ${lowerFirst(note)}${note.endsWith('.') ? '' : '.'} An empty result does not prove that none exists.`;
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}

/** Old rows under a changed form look like its answer, so a note says that they are not. */
function ChangedNote({ onAsk }: { readonly onAsk: () => void }) {
  // Back and forward fill the form a moment after the address.
  const isDue = useDelayed(afterMs);
  if (!isDue) return null;
  return (
    <Note
      flat
      live
      action={
        <Button size="sm" icon="play" onClick={onAsk}>
          {messages.question.ask}
        </Button>
      }
    >
      {messages.answer.changed}
    </Note>
  );
}

const afterMs = 150;

interface ReceiptSlipProps {
  readonly asked: Reading['asked'];
  readonly receipt: Receipt;
  readonly throttled: number;
}

/** Says right above an answer how it was read and what it cost. */
function ReceiptSlip({ asked, receipt, throttled }: ReceiptSlipProps) {
  const price = readCost(receipt.rru, { tiny: 'digits' });
  const conditions = asked.conditions.map(({ attribute, says }) => `${attribute} ${says}`).join(', ');
  return (
    <section className={styles.slip} aria-label={messages.answer.receipt}>
      <Icon name="receipt" size={14} />
      <b
        className={styles.asked}
        title={`${asked.table}${asked.index === null ? '' : `, ${asked.index}`}: ${conditions}`}
      >
        {asked.operation} {asked.index ?? asked.table}
      </b>
      <span>
        returned <b>{formatItemCount(receipt.items)}</b>
        {receipt.pages > 1 ? ` in ${formatCount(receipt.pages)} pages` : ''}
      </span>
      <b>{formatRru(receipt.rru)}</b>
      <span className={styles.price} title={price.book}>
        {price.text}
      </span>
      {throttled === 0 ? null : (
        <span className={styles.throttled}>
          throttled {throttled === 1 ? 'once' : `${formatCount(throttled)} times`}
        </span>
      )}
      <span className={styles.end}>
        {formatCount(Math.round(receipt.ms))} ms, <Age asOf={receipt.asOf} />
      </span>
    </section>
  );
}

/** A component of its own, so that the passing of seconds redraws nothing else. */
function Age({ asOf }: { readonly asOf: string }) {
  const at = Date.parse(asOf);
  return <RelativeTime at={at} now={Math.max(useNow(), at)} />;
}
