import {
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
} from 'react';
import { classNames } from '#renderer/ui/class-names.ts';
import { Icon } from '#renderer/ui/icon.tsx';
import inline from '#renderer/ui/inline.module.css';
import { Kbd } from '#renderer/ui/kbd.tsx';
import { usePressedKeys } from '#renderer/ui/keys.ts';
import { makeScrollReachable } from '#renderer/ui/make-scroll-reachable.ts';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { EmptyState } from '#renderer/ui/states.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import { linesPlace, type Edit, type ReviewDocument } from '#shared/contract/review-document.ts';
import type { Accuracy } from '#shared/contract/review-figures.ts';
import type { Finding } from '#shared/contract/review-rules.ts';
import { chooseReading, findFailures } from '#shared/domain/review/choose-reading.ts';
import {
  allPlaces,
  arrangeLines,
  toCellPlace,
  editAt,
  isDecided,
  placesToDecide,
  type Edits,
  type Place,
  type ReviewMode,
} from '#shared/domain/review/draft-rules.ts';
import { replaceLines } from '#shared/domain/review/line-changes.ts';
import { messages } from '../messages.ts';
import { FieldTable } from './field-table.tsx';
import styles from './fields.module.css';
import { useLineActions } from './line-actions.tsx';
import { LineTable } from './line-table.tsx';
import { usePaneKeys, findPaneAction, type PaneAction, type Standing } from './pane-keys.ts';
import { ruleMessages } from './rule-messages.ts';
import { focusRow, focusTyping, findPlaceAt, usePlaceFocus, useSteadyActions } from './use-place-focus.ts';

export interface FieldsPaneProps {
  readonly document: ReviewDocument;
  readonly mode: ReviewMode;
  readonly edits: Edits;
  /** Null removes the edit. */
  readonly onEdit: (place: Place, edit: Edit | null) => void;
  /** Replaces all edits in one step. */
  readonly onEdits: (edits: Edits) => void;
  readonly focused: Place | null;
  readonly onFocus: (place: Place | null) => void;
  /** Called after Enter, 1, 2 or X: moves to the next undecided place, or stays at the last. */
  readonly onNext: () => void;
  readonly accuracy: Accuracy | undefined;
  /** The reason why nothing can be changed, for example another user's claim; null where it can. */
  readonly whyNot: string | null;
  /** True if account numbers are shown whole. */
  readonly isRevealed: boolean;
  readonly onReveal: () => void;
}

/**
 * Shows the fields with their scores and flags, and the table of lines with its checks. The next document reuses the
 * rows of the previous one, which takes half the time to draw.
 */
export function FieldsPane(props: FieldsPaneProps) {
  const { mode, edits, onEdit, onEdits, focused, onFocus, onNext, whyNot } = props;
  // Everything below is about the lines as this person has arranged them.
  const document = arrangeLines(props.document, edits);
  const whyId = useId();
  const root = useRef<HTMLElement>(null);
  const id = `${document.batchId} ${document.documentId}`;
  const lastField = useRef<{ readonly id: string; readonly place: Place }>(undefined);
  const [typed, setTyped] = useState<{ readonly id: string; readonly place: Place }>();
  const typing = typed?.id === id && typed.place === focused ? focused : null;
  const places = useMemo(() => allPlaces(document), [document]);
  const toDecide = useMemo(() => new Set(placesToDecide(document, mode)), [document, mode]);
  const isLocked = whyNot !== null;
  const findings = useMemo(
    () => (mode === 'review' ? findFailures(document, edits) : []),
    [document, edits, mode],
  );
  const choice = useMemo(() => {
    // The third reviewer chooses between two people, and a check looks at values that were decided.
    const isByRules = mode === 'review' && focused !== null && !document.differs.includes(focused);
    return isByRules ? chooseReading(document, edits, focused) : null;
  }, [document, edits, focused, mode]);
  const [refused, setRefused] = useState<{
    readonly id: string;
    readonly place: Place;
    readonly says: string;
  }>();
  const refusal = refused?.id === id && refused.place === focused ? refused.says : null;
  usePlaceFocus({ root, id, focused, arrangement: editAt(edits, linesPlace) });
  useLayoutEffect(() => {
    if (focused !== null && toCellPlace(focused) === undefined) lastField.current = { id, place: focused };
  }, [id, focused]);

  function go(to: Place): void {
    setTyped(undefined);
    // The focus moves before the paint, while the layout is up to date, so moving it costs no second layout.
    if (findPlaceAt(globalThis.document.activeElement) !== to) focusRow(root.current, to);
    onFocus(to);
  }

  function type(place: Place): void {
    if (isLocked) return;
    if (toCellPlace(place) === undefined) focusTyping(root.current, place);
    else setTyped({ id, place });
  }

  function leave(place: Place): void {
    setTyped(undefined);
    focusRow(root.current, place);
  }

  const lines = useLineActions({
    document: props.document,
    edits,
    focused,
    whyNot,
    onEdits,
    onGo: go,
    onType: (place) => setTyped({ id, place }),
  });

  /** Goes round over the places that failed rules lead to. */
  function goToNextFailure(): boolean {
    const failed = findings
      .flatMap((finding) => finding.places.slice(0, 1))
      .filter((place) => places.includes(place));
    const at = focused === null ? -1 : failed.indexOf(focused);
    const next = failed[(at + 1) % failed.length];
    if (next !== undefined) go(next);
    return next !== undefined;
  }

  function decide(place: Place, edit: Edit | null): void {
    // A cell is simply empty, which every deployment can store.
    const isField = toCellPlace(place) === undefined;
    if (edit?.kind === 'absent' && isField && document.notTaken?.includes('absent') === true) {
      return lines.say(messages.fields.absentNotTaken);
    }
    lines.say('');
    if (edit?.kind === 'lines') onEdits(replaceLines(edits, edit));
    else if (edit !== null) onEdit(place, edit);
    leave(place);
    onNext();
  }

  /** Takes the reading that the rules speak for. Where they speak against all of them, Enter only says so. */
  function enter(place: Place): boolean {
    const field = document.fields.find(({ name }) => name === place);
    const isOpen = field !== undefined && !isDecided(editAt(edits, place));
    if (!isOpen || isLocked || choice === null || (field.value === null && choice.options.length === 0))
      return false;
    if (choice.chosen !== null) {
      if (choice.chosen === field.value) return false;
      decide(place, { kind: 'value', value: choice.chosen });
      return true;
    }
    const isOneOfTwo = choice.options.length > 1;
    if (!isOneOfTwo && refusal !== null) return false;
    const [against] = choice.against.flat();
    const { neitherPasses, passesNot } = ruleMessages;
    setRefused({ id, place, says: (isOneOfTwo ? neitherPasses : passesNot)(against?.says ?? '') });
    return true;
  }

  function standing(at: Place | null): Standing {
    const last = lastField.current;
    const from = { focused: at, lastField: last?.id === id ? last.place : null };
    return { document, edits, places, toDecide, isLocked, ...from };
  }

  function perform(deed: PaneAction): void {
    if (deed.kind === 'go') go(deed.to);
    else if (deed.kind === 'type') type(deed.place);
    else decide(deed.place, deed.edit);
  }

  function press(key: string): boolean {
    if (key === 'Enter' && focused !== null && enter(focused)) return true;
    const deed = findPaneAction(key, standing(focused));
    if (deed !== undefined) perform(deed);
    return deed !== undefined;
  }

  usePressedKeys((key) =>
    /^f$/i.test(key) && findings.length > 0 ? () => void goToNextFailure() : undefined,
  );
  const onKeyDown = usePaneKeys(press);

  function onTyped(place: Place, how: 'enter' | 'tab'): void {
    if (how === 'enter' && toDecide.has(place)) decide(place, null);
    else leave(place);
  }

  /** Tab leads along the line while its cells are typed, and out of it at its end. */
  function onTab(place: Place): boolean {
    const action = findPaneAction('ArrowRight', standing(place));
    if (action === undefined) return false;
    leave(place);
    perform(action);
    return true;
  }

  const actions = useSteadyActions({
    onEdit,
    onDecide: decide,
    onTyped,
    onTab,
    onLeft: leave,
    onLine: lines.run,
    onLineChange: lines.change,
  });
  if (places.length === 0 && props.document.lines.length === 0)
    return <NothingRead checks={document.checks} />;
  const shared = { document, mode, edits, toDecide, isLocked, whyId, actions };
  // All rows share one set of listeners, so that an unchanged row is not drawn again.
  const listeners = {
    onKeyDown(event: KeyboardEvent): void {
      lines.onKeyDown(event);
      onKeyDown(event);
    },
    onPaste: lines.onPaste,
    onFocus(event: FocusEvent): void {
      if (typing !== null && !(event.target instanceof HTMLInputElement)) setTyped(undefined);
      const place = findPlaceAt(event.target);
      if (place !== null && place !== focused) go(place);
    },
    onDoubleClick(event: MouseEvent): void {
      const place = findPlaceAt(event.target);
      if (place !== null && place === focused) type(place);
    },
  };
  return (
    <section
      ref={root}
      aria-label={messages.fields.region}
      className={styles.pane}
      data-locked={isLocked || undefined}
      data-has-rules={findings.length > 0 || undefined}
      {...listeners}
    >
      <FieldTable
        {...shared}
        id={id}
        focused={focused}
        findings={findings}
        choice={choice}
        refusal={refusal}
        accuracy={props.accuracy}
        isRevealed={props.isRevealed}
        onReveal={props.onReveal}
      />
      <LineTable
        {...shared}
        id={id}
        read={props.document}
        // Passes null while a field is focused, so that the memoised table is not redrawn.
        focused={
          focused !== null && (toCellPlace(focused) !== undefined || focused === linesPlace) ? focused : null
        }
        typing={typing}
      />
      <output className={styles.lineSays}>{lines.said}</output>
      <CheckList checks={document.checks} isOld={Object.keys(edits).length > 0} />
      <RuleList findings={findings} isKept={document.weights !== null} onGo={go} />
      {lines.dialogs}
    </section>
  );
}

function NothingRead({ checks }: Pick<ReviewDocument, 'checks'>) {
  return (
    <div ref={makeScrollReachable} className={styles.pane}>
      <div>
        <EmptyState title={messages.fields.noValues}>{messages.fields.noValuesNext}</EmptyState>
      </div>
      <CheckList checks={checks} isOld={false} />
    </div>
  );
}

interface CheckListProps {
  readonly checks: ReviewDocument['checks'];
  /** True if a checked value has been edited since. */
  readonly isOld: boolean;
}

/** Lists the pipeline's checks of the values as they were read, failed ones first. */
function CheckList({ checks, isOld }: CheckListProps) {
  if (checks.length === 0) return null;
  const failed = checks.filter(({ passed }) => !passed);
  const passed = checks.filter((check) => check.passed);
  return (
    <section className={styles.checks} aria-label={messages.fields.checks}>
      <h3 className={styles.title}>
        {messages.fields.checks}
        {isOld ? <span className={styles.old}>{messages.fields.checksAsRead}</span> : null}
      </h3>
      <ul>
        {[...failed, ...passed].map(({ name, passed: isPassed, detail }, at) => (
          <li key={`${String(at)} ${name}`} className={styles.check} data-failed={isPassed ? undefined : ''}>
            <Icon name={isPassed ? 'check' : 'close'} size={12} />
            <span className={styles.name}>
              {name}
              <VisuallyHidden>{isPassed ? messages.fields.passed : messages.fields.failed}</VisuallyHidden>
            </span>
            {detail === '' ? null : <span className={styles.detail}>{detail}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface RuleListProps {
  readonly findings: readonly Finding[];
  /** False where the pipeline enforces no rules. */
  readonly isKept: boolean;
  readonly onGo: (place: Place) => void;
}

/** Lists the checks that fail with the edits so far. Each leads to the place to look at first. */
function RuleList({ findings, isKept, onGo }: RuleListProps) {
  if (findings.length === 0) return null;
  return (
    <section className={styles.rules} aria-label={ruleMessages.title}>
      <h3 className={styles.ruleListTitle}>
        {ruleMessages.title}
        <Kbd keys={pageKeys.review.nextFailure} decorative />
        {isKept ? null : (
          <span className={classNames(inline.hint, styles.where)}>{ruleMessages.onThisMachine}</span>
        )}
      </h3>
      <ul>
        {findings.map(({ rule, weight, places, says }) => (
          <li key={`${rule} ${says}`}>
            <FindingRow weight={weight} says={says} place={places[0]} onGo={onGo} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface FindingRowProps {
  readonly weight: Finding['weight'];
  readonly says: string;
  readonly place: Place | undefined;
  readonly onGo: (place: Place) => void;
}

function FindingRow({ weight, says, place, onGo }: FindingRowProps) {
  const content = (
    <>
      <Icon name={weight === 'note' ? 'info' : 'warning'} size={12} />
      <span>{says} </span>
      <span className={styles.weight}>{ruleMessages.weights[weight]}</span>
    </>
  );
  if (place === undefined) {
    return (
      <span className={styles.ruleListFinding} data-weight={weight}>
        {content}
      </span>
    );
  }
  return (
    <button type="button" className={styles.ruleListFinding} data-weight={weight} onClick={() => onGo(place)}>
      {content}
    </button>
  );
}
