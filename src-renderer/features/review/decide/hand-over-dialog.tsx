import { useInfiniteQuery } from '@tanstack/react-query';
import {
  useEffect,
  useId,
  useRef,
  useState,
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { pagedOptions } from '#renderer/contract/operation-options.ts';
import { Button } from '#renderer/ui/button.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import { moveActive } from '#renderer/ui/command-list.tsx';
import { Dialog, DialogBody, DialogDescription, DialogFoot } from '#renderer/ui/dialog.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import { messages } from '../messages.ts';
import { usePeople } from '../queue/use-people.ts';
import styles from './decide.module.css';
import {
  listColleagues,
  findFocusedRow,
  isSubmitKey,
  filterColleagues,
  type Colleague,
} from './dialog-rules.ts';

interface HandOverDialogProps {
  readonly open: boolean;
  readonly tenantId: string;
  readonly fileName: string | null;
  readonly onHandOver: (to: string, note: string | null) => void;
  readonly onClose: () => void;
}

/** Asks which colleague of this tenant gets the document, and for a note to them. */
export function HandOverDialog({ open, fileName, onHandOver, onClose, ...form }: HandOverDialogProps) {
  // A second Enter during the closing animation would hand over the next document.
  const handOverOnce: typeof onHandOver = (to, note) => {
    if (open) onHandOver(to, note);
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={messages.handOver.title(fileName ?? messages.common.thisDocument)}
      focusAfter={findFocusedRow}
      sticky
    >
      <HandOverForm {...form} onHandOver={handOverOnce} onClose={onClose} />
    </Dialog>
  );
}

/** This form mounts with the popup, so colleagues are not read before it opens. */
function HandOverForm({ tenantId, onHandOver, onClose }: Omit<HandOverDialogProps, 'open' | 'fileName'>) {
  const formId = useId();
  const queryRef = useRef<HTMLInputElement>(null);
  const colleagues = useColleagues(tenantId);
  const [query, setQuery] = useState('');
  // A colleague is chosen by typing or by an arrow key, and never only because their name comes first.
  const [index, setIndex] = useState<number | null>(null);
  const [note, setNote] = useState('');
  const [tried, setTried] = useState(false);
  const found = filterColleagues(colleagues.list, query);
  const chosen = index === null ? null : Math.min(index, Math.max(0, found.length - 1));
  const to = chosen === null ? undefined : found[chosen];

  function submit(event?: FormEvent): void {
    event?.preventDefault();
    setTried(true);
    if (to === undefined) queryRef.current?.focus();
    else onHandOver(to.userId, note.trim() === '' ? null : note.trim());
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (!isSubmitKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
    submit();
  }

  return (
    <>
      <DialogBody>
        <DialogDescription>{messages.handOver.effect}</DialogDescription>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hears the keys of the fields in it */}
        <form id={formId} className={styles.form} onSubmit={submit} onKeyDown={onKeyDown} noValidate>
          <ColleagueField
            inputRef={queryRef}
            query={query}
            onQuery={(text) => {
              setQuery(text);
              setIndex(text.trim() === '' ? null : 0);
            }}
            found={found}
            chosen={chosen}
            onChoose={setIndex}
            error={explainEmptyList(colleagues, found.length, { query, tried: tried && to === undefined })}
          />
          <ReadOn colleagues={colleagues} />
          <TextField
            label={messages.handOver.note}
            maxLength={500}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        </form>
      </DialogBody>
      <DialogFoot>
        <Button variant="ghost" onClick={onClose}>
          {messages.common.cancel}
        </Button>
        <Button type="submit" form={formId} variant="primary" shortcut="Mod+Enter">
          {to === undefined ? messages.handOver.handOver : messages.handOver.handOverTo(to.name)}
        </Button>
      </DialogFoot>
    </>
  );
}

function explainEmptyList(
  { isRead, failure, list, readOn }: Colleagues,
  found: number,
  { query, tried }: { readonly query: string; readonly tried: boolean },
): string | undefined {
  if (failure !== null) return undefined;
  if (found > 0) return tried ? messages.handOver.chooseOne : undefined;
  if (!isRead) return tried ? messages.handOver.notLoaded : undefined;
  if (list.length === 0 && readOn === undefined) return messages.handOver.none;
  return query.trim() === '' ? messages.handOver.noneLoaded : messages.handOver.noMatch(query.trim());
}

function ReadOn({ colleagues }: { readonly colleagues: Colleagues }) {
  const { isRead, isReading, failure, readOn, readAgain } = colleagues;
  if (failure !== null) {
    return (
      <Note
        tone="bad"
        live
        action={
          <Button size="sm" variant="ghost" loading={isReading} onClick={readAgain}>
            {messages.common.retry}
          </Button>
        }
      >
        <b>{messages.handOver.notRead}</b> {failure}
      </Note>
    );
  }
  if (!isRead) return <p className={styles.quiet}>{messages.handOver.loading}</p>;
  if (readOn === undefined) return null;
  return (
    <p className={styles.quiet}>
      {messages.handOver.notAll}{' '}
      <Button size="sm" variant="ghost" loading={isReading} onClick={readOn}>
        {messages.common.loadMore}
      </Button>
    </p>
  );
}

interface ColleagueFieldProps {
  readonly inputRef: RefObject<HTMLInputElement | null>;
  readonly query: string;
  readonly onQuery: (query: string) => void;
  /** The colleagues that match the query. */
  readonly found: readonly Colleague[];
  /** The index of the chosen colleague; null before one is chosen. */
  readonly chosen: number | null;
  readonly onChoose: (index: number) => void;
  readonly error: string | undefined;
}

/** Typing filters the list and the arrow keys choose from it, while the focus stays in the field. */
function ColleagueField(props: ColleagueFieldProps) {
  const { inputRef, query, onQuery, found, chosen, onChoose, error } = props;
  const listId = useId();

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    // The first arrow key chooses the first or the last one.
    const before = chosen ?? (event.key === 'ArrowUp' ? found.length : -1);
    const next = moveActive(event.key, before, found.length);
    if (next === undefined) return;
    event.preventDefault();
    onChoose(next);
  }

  return (
    <>
      <TextField
        ref={inputRef}
        label={messages.handOver.to}
        icon="search"
        placeholder={messages.handOver.name}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot be typed into
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={found.length > 0 && chosen !== null ? toOptionId(listId, chosen) : undefined}
        value={query}
        error={error}
        onChange={(event) => onQuery(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {/* A browser makes a scrolling box a tab stop, but this one is driven by the keys of the field. */}
      <div className={styles.scroll} tabIndex={-1} hidden={found.length === 0}>
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a combobox needs ARIA's listbox; no element is one */}
        <div id={listId} role="listbox" aria-label={messages.handOver.list}>
          {found.map((colleague, index) => (
            <ColleagueOption
              key={colleague.userId}
              id={toOptionId(listId, index)}
              colleague={colleague}
              isChosen={index === chosen}
              onChoose={() => onChoose(index)}
            />
          ))}
        </div>
      </div>
      <VisuallyHidden>
        <output>{messages.handOver.found(found.length)}</output>
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

function toOptionId(listId: string, index: number): string {
  return `${listId}-o${String(index)}`;
}

interface Colleagues {
  readonly list: readonly Colleague[];
  readonly isRead: boolean;
  readonly isReading: boolean;
  /** The reason why the colleagues could not be read. */
  readonly failure: string | null;
  /** Undefined once all colleagues are loaded. */
  readonly readOn: (() => void) | undefined;
  readonly readAgain: () => void;
}

function useColleagues(tenantId: string): Colleagues {
  const { me } = usePeople();
  const query = useInfiniteQuery(pagedOptions('users.ofTenant', { tenantId, pageSize: perPage }));
  const people = query.data?.pages.flatMap(({ value }) => value.rows) ?? [];
  return {
    list: listColleagues(people, me?.id ?? null),
    isRead: query.data !== undefined,
    isReading: query.isFetching,
    failure: query.error === null ? null : toFailure(query.error).message,
    readOn: query.hasNextPage ? () => void query.fetchNextPage() : undefined,
    readAgain: () => void query.refetch(),
  };
}

const perPage = 200;
