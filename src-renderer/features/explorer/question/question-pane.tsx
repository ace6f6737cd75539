import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, type RefObject } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import { Kbd } from '#renderer/ui/kbd.tsx';
import { keyRoleClass } from '#renderer/ui/key-role.tsx';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { PaneBar } from '#renderer/ui/pane.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { describeConditions, type ConditionPart } from '#shared/catalogue/questions/describe-conditions.ts';
import { buildExamples } from '#shared/catalogue/questions/read-params.ts';
import { locate } from '#shared/catalogue/questions/locate.ts';
import { AnswerSection } from '../answer/answer-section.tsx';
import { describeAnswer, type Answer } from '../answer/use-answer.ts';
import { toMemoryName } from '../explorer-memory.ts';
import { getIndexRole } from '../key-roles.tsx';
import { toLabel, type Field, type Values } from './fields.ts';
import { QuestionForm } from './question-form.tsx';
import styles from './question.module.css';
import { useQuestionForm, type QuestionPaneProps } from './use-question-form.ts';
import { messages } from '../messages.ts';

export function QuestionPane(props: QuestionPaneProps) {
  const { system, patternKey, located, fields, options, memory, answer, chosenTimes, takeFocus } = props;
  const { declaration } = system;
  const pane = useRef<HTMLElement>(null);
  const form = useQuestionForm({ declaration, pattern: patternKey, located, fields, memory });
  const examples = useMemo(() => buildExamples(declaration, located), [declaration, located]);
  const focusFirst = useEffectEvent(() => {
    // The old question stays until the address has changed.
    if (takeFocus(patternKey)) focusEmpty(pane.current);
  });
  useLayoutEffect(() => {
    if (chosenTimes > 0) focusFirst();
  }, [chosenTimes]);
  useAnswerFocus(pane, answer, props.onActive);

  function ask(): void {
    if (form.check()) props.onAsk(form.sets);
    // The errors must be rendered before one can be focused.
    else requestAnimationFrame(() => pane.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  }

  function fillExample(): void {
    const ofNow = buildExamples(declaration, located, Date.now());
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
                {messages.question.fillExample}
              </Button>
            )}
            <span className={styles.run}>
              Run <Kbd keys={pageKeys.explorer.ask} />
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
        recent={(name) => memory.memory.recent.get(toMemoryName(declaration.id, name)) ?? []}
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
        <output>{describeAnswer(answer)}</output>
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

interface KeyPreviewProps {
  readonly system: SystemDeclaration;
  readonly pattern: string;
  readonly fields: readonly Field[];
  readonly values: Values;
  /** "25 a page", "consistent", "and 3 more". */
  readonly notes: readonly string[];
}

/** Shows the key of the question as it is typed. */
function KeyPreview({ system, pattern, fields, values, notes }: KeyPreviewProps) {
  const { table, indexName } = locate(system, pattern);
  const tone = keyRoleClass(getIndexRole(table, indexName));
  const conditions = describeConditions(system, pattern, values);
  return (
    <section className={styles.well} aria-label={messages.question.key}>
      {conditions.map(({ attribute, parts }, place) => (
        <div key={attribute} className={styles.condition}>
          <span className={styles.name}>{attribute}</span>
          <span className={styles.code}>
            {parts.map((part, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- the pieces of a condition have no other name
              <Part key={at} part={part} fields={fields} tone={tone} />
            ))}
            {place === conditions.length - 1 && notes.length > 0 ? (
              <span className={styles.fixed}>, {notes.join(', ')}</span>
            ) : null}
          </span>
        </div>
      ))}
    </section>
  );
}

interface PartProps extends Pick<KeyPreviewProps, 'fields'> {
  readonly part: ConditionPart;
  readonly tone: string | undefined;
}

function Part({ part: { text, hole, filled }, fields, tone }: PartProps) {
  if (hole === undefined) return <span className={styles.fixed}>{text}</span>;
  if (filled) return <span className={classNames(styles.filled, tone)}>{text}</span>;
  const isEmpty = text === `{${hole}}`;
  const label = fields.find(({ name }) => name === hole)?.label ?? toLabel(hole);
  return <span className={isEmpty ? styles.hole : styles.unfit}>{isEmpty ? label.toLowerCase() : text}</span>;
}

/** Mod+Enter asks from anywhere on the page; in a field Enter does too. */
function useAskKey(pane: RefObject<HTMLElement | null>, ask: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
    // Keys must not act on the page under a dialog.
    if (pane.current?.closest('[aria-hidden=true]') !== null) return;
    event.preventDefault();
    if (!event.repeat) ask();
  });
  // A layout effect attaches the keys as soon as the page is visible.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

/** The items take the focus when they arrive, so that J and K work, unless the focus has moved elsewhere. */
function useAnswerFocus(
  pane: RefObject<HTMLElement | null>,
  answer: Answer,
  onActive: (handle: string) => void,
): void {
  const isAsking = answer.state === 'asking' || answer.askingAgain;
  const wasAsking = useRef(false);
  const arrive = useEffectEvent(() => {
    const at = document.activeElement;
    const [first] = answer.items;
    if (at !== document.body && pane.current?.contains(at) !== true) return;
    if (first !== undefined) {
      pane.current?.querySelector<HTMLElement>(grid)?.focus({ preventScroll: true });
      onActive(first.handle);
    } else if (at === document.body) {
      // The focused button "Try again" disappeared together with the failure.
      pane.current?.querySelector<HTMLElement>(next)?.focus({ preventScroll: true });
    }
  });
  useEffect(() => {
    if (wasAsking.current && !isAsking) arrive();
    wasAsking.current = isAsking;
  }, [isAsking]);
}

const grid = '[data-answer] [role=grid]';
const next = 'form button[type=submit]';
