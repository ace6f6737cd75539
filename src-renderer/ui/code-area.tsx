import { useRef, type Ref, useImperativeHandle } from 'react';
import styles from './code-area.module.css';
import { Field, type FieldWords } from './field.tsx';

interface CodeAreaProps extends FieldWords {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Maps lines, from 1, to what is wrong in them. */
  readonly marks?: ReadonlyMap<number, string> | undefined;
  readonly className?: string | undefined;
  readonly goTo?: Ref<GoToLine> | undefined;
}

/** Puts the cursor at the begin of a line and shows it. */
export type GoToLine = (line: number) => void;

const noMarks: ReadonlyMap<number, string> = new Map();

/** A plain editor for text of many lines, with their numbers, on which mistakes are marked. */
export function CodeArea(props: CodeAreaProps) {
  const { label, labelHidden, hint, error, className, value, onChange, marks = noMarks, goTo } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  const numbers = useRef<HTMLOListElement>(null);
  useImperativeHandle(goTo, () => (line: number) => {
    const control = area.current;
    if (control === null) return;
    const lines = control.value.split('\n');
    const start = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
    control.focus();
    control.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
    control.scrollTop = Math.max(0, (line - 6) * lineHeight);
  });

  function follow(): void {
    if (numbers.current !== null) {
      numbers.current.style.setProperty(
        'transform',
        `translateY(${String(-(area.current?.scrollTop ?? 0))}px)`,
      );
    }
  }

  const count = value.split('\n').length;
  return (
    <Field label={label} labelHidden={labelHidden} hint={hint} error={error} className={className}>
      {(wiring) => (
        <div className={styles.box} data-bad={marks.size > 0 || error !== undefined ? '' : undefined}>
          <div className={styles.gutter} aria-hidden>
            <ol ref={numbers}>
              {Array.from({ length: count }, (_, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- a line is what stands in its place
                <li key={at} data-marked={marks.has(at + 1) ? '' : undefined} title={marks.get(at + 1)}>
                  {at + 1}
                </li>
              ))}
            </ol>
          </div>
          <textarea
            {...wiring}
            aria-invalid={marks.size > 0 || wiring['aria-invalid']}
            ref={area}
            className={styles.area}
            wrap="off"
            spellCheck={false}
            autoComplete="off"
            value={value}
            onScroll={follow}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        </div>
      )}
    </Field>
  );
}

/** The style sheet has the same height. */
const lineHeight = 18;
