import type { SubmitEvent } from 'react';
import { Button } from '#renderer/ui/button/button.tsx';
import { IconButton } from '#renderer/ui/icon-button/icon-button.tsx';
import { PasteLines } from './paste-lines.tsx';
import { ParameterField } from './parameter-field.tsx';
import { QuestionOptions } from './question-options.tsx';
import type { QuestionOptionsProps } from './question-options.tsx';
import styles from './question-form.module.css';
import type { QuestionForm as Form } from './use-question-form.ts';
import { valueOf } from './values.ts';
import type { Values } from './values.ts';

export interface QuestionFormProps {
  readonly form: Form;
  readonly options: QuestionOptionsProps;
  readonly recent: (name: string) => readonly string[];
  readonly examples: readonly Values[];
  readonly asking: boolean;
  readonly onAsk: () => void;
}

export function QuestionForm({ form, options, recent, examples, asking, onAsk }: QuestionFormProps) {
  const { fields, sets, asksForMany } = form;

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    onAsk();
  }

  const askPart = (
    <div className={styles.ask}>
      <QuestionOptions {...options} />
      <Button type="submit" variant="primary" icon="play" loading={asking}>
        Ask
      </Button>
    </div>
  );

  return (
    // noValidate: what is wrong is said by the form itself, in the system's own words.
    <form className={styles.form} noValidate onSubmit={submit} aria-label="Parameters">
      <div className={styles.sets}>
        {sets.map((set, place) => (
          <div
            // oxlint-disable-next-line react/no-array-index-key -- a set is what stands in its place
            key={place}
            className={styles.set}
            role={asksForMany ? 'group' : undefined}
            aria-label={asksForMany ? `Item ${String(place + 1)}` : undefined}
          >
            {fields.map((field) => (
              <ParameterField
                key={field.name}
                field={field}
                value={valueOf(set, field.name)}
                problem={form.problem(place, field.name)}
                recent={recent(field.name)}
                examples={valuesOf(examples, field.name)}
                labelHidden={place > 0}
                onType={(value) => form.type(place, field.name, value)}
                onLeave={() => form.leave(place, field.name)}
              />
            ))}
            {asksForMany && sets.length > 1 ? (
              <IconButton
                icon="remove"
                label={`Remove item ${String(place + 1)}`}
                className={styles.remove}
                onClick={() => form.replace(sets.filter((_, at) => at !== place))}
              />
            ) : null}
            {asksForMany ? null : askPart}
          </div>
        ))}
      </div>
      {fields.map(({ name, label, about }) =>
        about === undefined ? null : (
          <p key={name} className={styles.about} aria-hidden>
            <b>{label}</b> {about}
          </p>
        ),
      )}
      {asksForMany ? (
        <div className={styles.more}>
          <Button
            size="sm"
            variant="ghost"
            icon="add"
            disabled={sets.length >= mostSets ? `One question takes ${String(mostSets)} items` : false}
            onClick={() => form.replace([...sets, Object.fromEntries(fields.map(({ name }) => [name, '']))])}
          >
            Add an item
          </Button>
          <PasteLines fields={fields} onPaste={form.replace} />
          {askPart}
        </div>
      ) : null}
    </form>
  );
}

const mostSets = 100;

function valuesOf(examples: readonly Values[], name: string): readonly string[] {
  return [...new Set(examples.map((values) => valueOf(values, name)).filter((value) => value !== ''))];
}
