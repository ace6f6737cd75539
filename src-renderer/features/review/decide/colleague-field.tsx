import { useEffect, useId, useRef, type KeyboardEvent, type RefObject } from 'react';
import { classNames } from '#renderer/ui/class-names.ts';
import { moveActive } from '#renderer/ui/command-list/move-active.ts';
import { TextField } from '#renderer/ui/input/text-field.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden/visually-hidden.tsx';
import type { Colleague } from './colleagues.ts';
import styles from './colleague-field.module.css';

interface ColleagueFieldProps {
  readonly inputRef: RefObject<HTMLInputElement | null>;
  readonly query: string;
  readonly onQuery: (query: string) => void;
  /** Those that fit what is typed. */
  readonly found: readonly Colleague[];
  /** Which of them it goes to. */
  readonly chosen: number;
  readonly onChoose: (index: number) => void;
  readonly error: string | undefined;
}

/** Typing narrows the list, the arrows choose in it; the focus stays in the field. */
export function ColleagueField(props: ColleagueFieldProps) {
  const { inputRef, query, onQuery, found, chosen, onChoose, error } = props;
  const listId = useId();

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const next = moveActive(event.key, chosen, found.length);
    if (next === undefined) return;
    event.preventDefault();
    onChoose(next);
  }

  return (
    <>
      <TextField
        ref={inputRef}
        label="To whom"
        icon="search"
        placeholder="Name"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot be typed into
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={found.length > 0 ? optionId(listId, chosen) : undefined}
        value={query}
        error={error}
        onChange={(event) => onQuery(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {/* A browser makes a box that scrolls a stop of Tab; this one's keys are the field's. */}
      <div className={styles.scroll} tabIndex={-1} hidden={found.length === 0}>
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a combobox needs ARIA's listbox; no element is one */}
        <div id={listId} role="listbox" aria-label="Colleagues">
          {found.map((colleague, index) => (
            <ColleagueOption
              key={colleague.userId}
              id={optionId(listId, index)}
              colleague={colleague}
              isChosen={index === chosen}
              onChoose={() => onChoose(index)}
            />
          ))}
        </div>
      </div>
      <VisuallyHidden>
        <output>{found.length === 1 ? '1 colleague' : `${String(found.length)} colleagues`}</output>
      </VisuallyHidden>
    </>
  );
}

interface ColleagueOptionProps {
  readonly id: string;
  readonly colleague: Colleague;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function ColleagueOption({ id, colleague, isChosen, onChoose }: ColleagueOptionProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isChosen) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keyboard drives the list from its field
    <div
      ref={element}
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <option> holds nothing but text
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      className={classNames(styles.option, isChosen && styles.chosen)}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <span className={styles.name}>{colleague.name}</span>
      <span className={styles.id}>{colleague.userId}</span>
      <span className={styles.role}>{colleague.role}</span>
    </div>
  );
}

function optionId(listId: string, index: number): string {
  return `${listId}-o${String(index)}`;
}
