import { useState } from 'react';
import { askableBy } from '#shared/catalogue/questions/askable-by.ts';
import { findAnswer } from '#shared/catalogue/questions/find-answer.ts';
import type { AskedBy } from '#shared/catalogue/questions/find-answer.ts';
import type { CountedRefusal, OpenSystem } from '#shared/contract/explorer.ts';
import { Checkbox } from '#renderer/ui/checkbox/checkbox.tsx';
import { TextField } from '#renderer/ui/input/text-field.tsx';
import { PaneBar, PaneBarTitle } from '#renderer/ui/pane/pane-bar.tsx';
import { Select } from '#renderer/ui/select/select.tsx';
import { EmptyState } from '#renderer/ui/states/empty-state.tsx';
import { spaced } from '../question/fields.ts';
import { AnsweredBy } from './answered-by.tsx';
import { mostBy, questionWords } from './asked-by.ts';
import { Refusal } from './refusal.tsx';
import styles from './refusals.module.css';

export interface AskBySomethingElseProps {
  readonly system: OpenSystem;
  readonly asked: AskedBy | null;
  readonly onAsked: (asked: AskedBy) => void;
  readonly refusals: readonly CountedRefusal[];
  readonly onPattern: (pattern: string) => void;
}

/** What one would like to ask by: the question that answers it, or what it would take. */
export function AskBySomethingElse(props: AskBySomethingElseProps) {
  const { system, onAsked, refusals, onPattern } = props;
  const { declaration } = system;
  const [words, setWords] = useState('');
  const entities = Object.keys(declaration.entities);
  const entity = entities.find((name) => name === props.asked?.entity) ?? entities[0];
  if (entity === undefined) return <EmptyState title="This system declares no entities" />;
  const names = askableBy(declaration, entity);
  const by = (props.asked?.by ?? []).filter((name) => names.includes(name));
  const asked: AskedBy = { entity, by };
  const answer = by.length === 0 ? null : findAnswer(declaration, asked);

  function toggle(name: string, on: boolean): void {
    onAsked({ entity: asked.entity, by: names.filter((each) => (each === name ? on : by.includes(each))) });
  }

  return (
    <section className={styles.pane} aria-label="Ask by something else">
      <PaneBar>
        <PaneBarTitle>Ask by something else</PaneBarTitle>
        <span className={styles.hint}>of {declaration.name}; nothing is read here</span>
      </PaneBar>
      <div className={styles.body}>
        <Select
          label="What you look for"
          className={styles.entity}
          value={entity}
          onChange={(next) => onAsked({ entity: next, by: [] })}
          options={entities.map((name) => ({ value: name, label: spaced(name) }))}
        />
        <fieldset className={styles.by}>
          <legend className={styles.legend}>What you know of it, up to {mostBy}</legend>
          <div className={styles.names}>
            {names.map((name) => (
              <Checkbox
                key={name}
                label={spaced(name)}
                checked={by.includes(name)}
                disabled={!by.includes(name) && by.length >= mostBy}
                onChange={(on) => toggle(name, on)}
              />
            ))}
          </div>
        </fieldset>
        {answer === null ? (
          <p className={styles.hint}>Choose what you know, and see at once whether an index answers it.</p>
        ) : answer.answered ? (
          <AnsweredBy system={declaration} pattern={answer.pattern} onPattern={onPattern} />
        ) : (
          <>
            <TextField
              label="The question in your words"
              hint="For those who decide about indexes. Write no personal data into it."
              maxLength={300}
              placeholder={questionWords(asked)}
              value={words}
              onChange={(event) => setWords(event.currentTarget.value)}
            />
            <Refusal
              system={declaration}
              asked={asked}
              answer={answer}
              question={words.trim() === '' ? questionWords(asked) : words.trim()}
              refusals={refusals}
              onPattern={onPattern}
            />
          </>
        )}
      </div>
    </section>
  );
}
