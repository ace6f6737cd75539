import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { findDeclared } from '#shared/catalogue/find-declared.ts';
import type { Located } from '#shared/catalogue/locate.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton/skeleton.tsx';
import { EmptyState } from '#renderer/ui/states/empty-state.tsx';
import { StaleNote } from '#renderer/ui/states/stale-note.tsx';
import type { QuestionPaneProps } from '../question/question-pane.tsx';
import styles from '../question/question-pane.module.css';
import { AnswerFailure, wordsOf } from './answer-failure.tsx';
import { emptyWords } from './empty-words.ts';
import { ReceiptSlip } from './receipt-slip.tsx';
import { Results } from './results.tsx';

type AnswerSectionProps = Omit<
  QuestionPaneProps,
  'fields' | 'options' | 'chosenTimes' | 'takeFocus' | 'onAsk'
> & {
  readonly onRetry: () => void;
};

/** What stands below a question: nothing yet, its answer, or why there is none. */
export function AnswerSection(props: AnswerSectionProps) {
  const { system, patternKey, located, memory, answer, onRetry } = props;
  const { state, asked, receipt, throttled, items, failure } = answer;
  const columnsName = `${system.declaration.id}\u001F${patternKey}`;

  if (state === 'not asked') {
    return (
      <div className={styles.instead}>
        <EmptyState title="Nothing was read yet">
          {located.pattern.returns.length === 0 ? null : returnsWords(system.declaration, located)}
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
  if (state === 'failed' && failure !== undefined) {
    return (
      <div className={styles.instead}>
        <AnswerFailure failure={failure} onRetry={onRetry} retrying={false} />
      </div>
    );
  }
  return (
    <div className={styles.answer}>
      {asked === undefined || receipt === undefined ? null : (
        <ReceiptSlip asked={asked} receipt={receipt} throttled={throttled} />
      )}
      {failure === undefined ? null : (
        <StaleNote
          flat
          reason={`${wordsOf(failure).title}.`}
          showing={`${failure.message} What was read before is still shown.`}
          action={
            <Button size="sm" icon="retry" onClick={answer.more ? answer.loadMore : onRetry}>
              Try again
            </Button>
          }
        />
      )}
      {items.length === 0 && !answer.more ? (
        <div className={styles.instead}>
          <EmptyState title={located.pattern.gives === 'one' ? 'There is no such item' : 'No items'}>
            {emptyWords(system.declaration, located)}
          </EmptyState>
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

function returnsWords(system: SystemDeclaration, { pattern }: Located): string {
  const abouts = pattern.returns.flatMap((entity) => findDeclared(system.entities, entity)?.about ?? []);
  return abouts.length === 1
    ? `Fill in the question and press Ask. ${abouts[0] ?? ''}`
    : 'Fill in the question and press Ask.';
}
