import { Button } from '#renderer/ui/button/button.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton/skeleton.tsx';
import { EmptyState } from '#renderer/ui/states/empty-state.tsx';
import { StaleNote } from '#renderer/ui/states/stale-note.tsx';
import { memoryName } from '../explorer-memory.ts';
import type { QuestionPaneProps } from '../question/question-pane-props.ts';
import styles from '../question/question-pane.module.css';
import { AnswerFailure, wordsOf } from './answer-failure.tsx';
import { ChangedNote } from './changed-note.tsx';
import { emptyWords } from './empty-words.ts';
import { ReceiptSlip } from './receipt-slip.tsx';
import { Results } from './results.tsx';

type AnswerSectionProps = Omit<
  QuestionPaneProps,
  'fields' | 'options' | 'chosenTimes' | 'takeFocus' | 'onAsk' | 'isAsked'
> & {
  /** The form says something else than what was asked. */
  readonly hasChanged: boolean;
  /** Asks what the form says. */
  readonly onAskNow: () => void;
};

/** What stands below a question: nothing yet, its answer, or why there is none. */
export function AnswerSection(props: AnswerSectionProps) {
  const { system, patternKey, located, memory, answer, hasChanged, onAskNow } = props;
  const { state, asked, receipt, throttled, items, failure } = answer;
  // A cursor that was refused once is refused again.
  const goesOn = answer.pageFailed && failure?.code !== 'cursor-refused';
  const columnsName = memoryName(system.declaration.id, patternKey);

  if (state === 'not asked') {
    return (
      <div className={styles.instead}>
        <EmptyState title="Nothing was read yet">
          Fill in the question and press Ask; until then nothing is read.
        </EmptyState>
      </div>
    );
  }
  if (state === 'asking') {
    return (
      <div className={styles.instead}>
        <SkeletonRows label={`Reading ${located.pattern.title}`} labelVisible />
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
          reason={`${wordsOf(failure).title}.`}
          showing={`${failure.message} What was read before is still shown.`}
          action={
            goesOn ? (
              <Button size="sm" icon="retry" onClick={answer.loadMore}>
                Try again
              </Button>
            ) : (
              <Button size="sm" icon="retry" onClick={onAskNow}>
                Ask again
              </Button>
            )
          }
        />
      )}
      {items.length === 0 ? (
        <div className={styles.instead}>
          {answer.more ? (
            <EmptyState
              title="No items so far"
              actions={
                <Button size="sm" loading={answer.loadingMore} onClick={answer.loadMore}>
                  Read on
                </Button>
              }
            >
              DynamoDB answered without an item and says that there is more to read.
            </EmptyState>
          ) : (
            <EmptyState title={located.pattern.gives === 'one' ? 'There is no such item' : 'No items'}>
              {emptyWords(system.declaration, located)}
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
