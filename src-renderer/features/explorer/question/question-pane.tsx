import { useEffectEvent, useLayoutEffect, useMemo, useRef } from 'react';
import { examplesOf } from '#shared/catalogue/questions/examples.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { Kbd } from '#renderer/ui/kbd/kbd.tsx';
import { PaneBar } from '#renderer/ui/pane/pane-bar.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden/visually-hidden.tsx';
import { AnswerSection } from '../answer/answer-section.tsx';
import { spokenAnswer } from '../answer/answer-words.ts';
import { memoryName } from '../explorer-memory.ts';
import { KeyPreview } from './key-preview.tsx';
import { QuestionForm } from './question-form.tsx';
import styles from './question-pane.module.css';
import { useAnswerFocus } from './use-answer-focus.ts';
import { useAskKey } from './use-ask-key.ts';
import { useQuestionForm } from './use-question-form.ts';
import type { QuestionPaneProps } from './question-pane-props.ts';

export function QuestionPane(props: QuestionPaneProps) {
  const { system, patternKey, located, fields, options, memory, answer, chosenTimes, takeFocus } = props;
  const { declaration } = system;
  const pane = useRef<HTMLElement>(null);
  const form = useQuestionForm({ declaration, pattern: patternKey, located, fields, memory });
  const examples = useMemo(() => examplesOf(declaration, located), [declaration, located]);
  const focusFirst = useEffectEvent(() => {
    // Until the address has followed, the question before is still here.
    if (takeFocus(patternKey)) focusEmpty(pane.current);
  });
  useLayoutEffect(() => {
    if (chosenTimes > 0) focusFirst();
  }, [chosenTimes]);
  useAnswerFocus(pane, answer, props.onActive);

  function ask(): void {
    if (form.check()) props.onAsk(form.sets);
    // Once React has drawn what is wrong.
    else requestAnimationFrame(() => pane.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  }

  function fillExample(): void {
    const ofNow = examplesOf(declaration, located, Date.now());
    form.replace(form.asksForMany ? ofNow : ofNow.slice(0, 1));
  }

  useAskKey(pane, ask);
  const example = examples[0];
  return (
    <section ref={pane} className={styles.pane} aria-label="Question">
      <PaneBar
        line={false}
        actions={
          <>
            {example === undefined || fields.length === 0 ? null : (
              <Button size="sm" variant="ghost" onClick={fillExample}>
                Fill an example
              </Button>
            )}
            <span className={styles.run}>
              Run <Kbd keys="Mod+Enter" />
            </span>
          </>
        }
      >
        <span className={styles.number}>{located.pattern.number}</span>
        <h2 className={styles.title} title={located.pattern.asks}>
          {located.pattern.asks}
        </h2>
      </PaneBar>
      <QuestionForm
        form={form}
        options={options}
        recent={(name) => memory.memory.recent.get(memoryName(declaration.id, name)) ?? []}
        examples={examples}
        asking={answer.state === 'asking' || answer.askingAgain}
        onAsk={ask}
      />
      <KeyPreview
        system={declaration}
        pattern={patternKey}
        fields={fields}
        values={form.sets[0] ?? {}}
        notes={[
          ...(form.sets.length > 1 ? [`and ${String(form.sets.length - 1)} more`] : []),
          ...(options.pageSize === null ? [] : [`${String(options.pageSize)} a page`]),
          ...(options.consistent ? ['consistent, at twice the price'] : []),
        ]}
      />
      <VisuallyHidden>
        <output>{spokenAnswer(answer)}</output>
      </VisuallyHidden>
      <AnswerSection {...props} hasChanged={!props.isAsked(form.sets)} onAskNow={ask} />
    </section>
  );
}

function focusEmpty(pane: HTMLElement | null): void {
  const controls = [...(pane?.querySelectorAll<HTMLElement>('form input, form button[role=combobox]') ?? [])];
  const empty = controls.find((control) => control instanceof HTMLInputElement && control.value === '');
  (empty ?? controls[0] ?? pane?.querySelector<HTMLElement>('form button[type=submit]'))?.focus();
}
