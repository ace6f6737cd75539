import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import plain from '#renderer/ui/plain-table.module.css';
import { useNow } from '#renderer/ui/relative-time.tsx';
import { makeScrollReachable } from '#renderer/ui/make-scroll-reachable.ts';
import { linesPlace, type ReviewDocument } from '#shared/contract/review-document.ts';
import { differingCharacters, type MarkedPart } from '#shared/domain/review/why-flagged.ts';
import {
  fieldDiff,
  fieldLabel,
  mergeEdits,
  type Edits,
  type FieldDiff,
  type Place,
  type Standing,
} from '#shared/domain/review/draft-rules.ts';
import { messages } from '../messages.ts';
import { useNames } from '../queue/use-people.ts';
import {
  canStillDecide,
  describeDifference,
  describeFinal,
  formatNameFirst,
  listOpinionRows,
  listPeople,
  maskDiff,
  maskValue,
  describeStanding,
  describeWinner,
} from './decision-messages.ts';
import { visuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import styles from './decide.module.css';

interface LostRaceProps {
  /** The document as this user saw it. */
  readonly mine: ReviewDocument;
  readonly edits: Edits;
  /** The document as it is now. */
  readonly theirs: ReviewDocument;
  /** Receives the edits to keep on the other version. It is called only while the document still waits for review. */
  readonly onKeep: (edits: Edits) => void;
  /** Discards this user's edits and opens the next document. */
  readonly onLeave: () => void;
  /** True if account numbers are shown whole. */
  readonly isRevealed: boolean;
  readonly onReveal: () => void;
}

/** Compares another reviewer's faster decision with this user's edits, field by field. */
export function LostRace({ mine, edits, theirs, onKeep, onLeave, isRevealed, onReveal }: LostRaceProps) {
  const nameOf = useNames([{ tenantId: theirs.tenantId, ids: listPeople(theirs) }]);
  const titleId = useId();
  const section = useRef<HTMLElement>(null);
  const [takesTheirs, setTakesTheirs] = useState<ReadonlySet<Place>>(() => new Set());
  const diffs = fieldDiff(mine, edits, theirs);
  const masked = diffs.map((diff) => maskDiff(diff, theirs));
  const hasMasks = masked.some((diff, at) => diff !== diffs[at]);
  const conflicts = diffs.filter(({ conflict }) => conflict).map(({ place }) => place);
  const canKeep = canStillDecide(theirs);
  const winner = describeWinner(theirs, nameOf);

  // This view replaces the fields, so the focus moves here and a screen reader announces it.
  useEffect(() => section.current?.focus({ preventScroll: true }), []);

  function take(place: Place, isTheirs: boolean): void {
    const next = new Set(takesTheirs);
    if (isTheirs) next.add(place);
    else next.delete(place);
    setTakesTheirs(next);
  }

  return (
    <section ref={section} tabIndex={-1} aria-labelledby={titleId} className={styles.race}>
      <header className={styles.head}>
        <h2 id={titleId} className={styles.title}>
          {canKeep ? messages.race.changed : messages.race.lost}
        </h2>
        <p className={styles.says}>
          <b>{winner}</b> <Final theirs={theirs} /> {describeDifference(diffs)}
        </p>
      </header>
      <div ref={makeScrollReachable} className={styles.body}>
        {diffs.length === 0 ? null : (
          <RaceTable
            diffs={isRevealed ? diffs : masked}
            theirName={
              theirs.reviewedBy === null ? messages.race.now : formatNameFirst(theirs.reviewedBy, nameOf)
            }
            takesTheirs={canKeep ? takesTheirs : null}
            onTake={take}
          />
        )}
      </div>
      <footer className={styles.foot}>
        <p className={styles.lostRaceQuiet}>{messages.race.notSent}</p>
        {hasMasks ? <Reveal isRevealed={isRevealed} onReveal={onReveal} /> : null}
        {canKeep ? (
          <>
            <Button variant="ghost" onClick={onLeave}>
              {messages.race.leave}
            </Button>
            {conflicts.length < 2 ? null : (
              <>
                <Button onClick={() => setTakesTheirs(new Set(conflicts))}>{messages.race.takeAll}</Button>
                <Button onClick={() => setTakesTheirs(new Set())}>{messages.race.keepAll}</Button>
              </>
            )}
            <Button variant="primary" onClick={() => onKeep(mergeEdits(edits, diffs, takesTheirs))}>
              {messages.race.goOn}
            </Button>
          </>
        ) : (
          <Button variant="primary" icon="forward" onClick={onLeave}>
            {messages.common.openNext}
          </Button>
        )}
      </footer>
    </section>
  );
}

type RevealProps = Pick<LostRaceProps, 'isRevealed' | 'onReveal'>;

function Reveal({ isRevealed, onReveal }: RevealProps) {
  return (
    <Button size="sm" variant="ghost" icon="reveal" shortcut={pageKeys.review.reveal} onClick={onReveal}>
      {isRevealed ? messages.fields.hide : messages.fields.reveal}
    </Button>
  );
}

function Final({ theirs }: Pick<LostRaceProps, 'theirs'>) {
  const now = useNow(theirs.holdUntil === null ? null : 1_000);
  return describeFinal(theirs, now);
}

interface RaceTableProps {
  readonly diffs: readonly FieldDiff[];
  /** The heading of the column with the current values. */
  readonly theirName: string;
  /** The places where the other value was chosen; null where there is nothing left to choose. */
  readonly takesTheirs: ReadonlySet<Place> | null;
  readonly onTake: (place: Place, isTheirs: boolean) => void;
}

/** Shows each value as read, as edited here and as it is now, with a choice where one is still possible. */
function RaceTable({ diffs, theirName, takesTheirs, onTake }: RaceTableProps) {
  return (
    <table className={classNames(plain.versions, styles.table)}>
      <caption className={visuallyHidden}>{messages.race.table}</caption>
      <thead>
        <tr>
          <th scope="col">{messages.race.field}</th>
          <th scope="col">{messages.race.youSaw}</th>
          <th scope="col">{messages.race.yours}</th>
          <th scope="col">{theirName}</th>
        </tr>
      </thead>
      <tbody>
        {diffs.map((diff) => (
          <RaceRow
            key={diff.place}
            diff={diff}
            isTheirs={diff.conflict && takesTheirs !== null ? takesTheirs.has(diff.place) : null}
            onTake={(isTheirs) => onTake(diff.place, isTheirs)}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RaceRowProps {
  readonly diff: FieldDiff;
  /** Null where there is nothing to choose. */
  readonly isTheirs: boolean | null;
  readonly onTake: (isTheirs: boolean) => void;
}

function RaceRow({ diff, isTheirs, onTake }: RaceRowProps) {
  const name = useId();
  const { place, base, mine, theirs, conflict } = diff;
  const label = fieldLabel(place);
  const [mineParts, theirParts] = differingCharacters(describeStanding(mine), describeStanding(theirs));
  const isCompared = conflict && place !== linesPlace && hasText(mine) && hasText(theirs);
  const sides = [
    {
      says: messages.race.keepMine,
      standing: mine,
      parts: mineParts,
      isChosen: isTheirs === false,
      isTheirSide: false,
    },
    {
      says: messages.race.takeTheirs,
      standing: theirs,
      parts: theirParts,
      isChosen: isTheirs === true,
      isTheirSide: true,
    },
  ];
  return (
    <tr>
      <th scope="row">{label}</th>
      <td className={base.value === null ? styles.sideBySideQuiet : styles.value}>
        {describeStanding(base)}
      </td>
      {sides.map(({ says, standing, parts, isChosen, isTheirSide }) => (
        <td key={says}>
          {isTheirs === null ? (
            <Said standing={standing} parts={isCompared ? parts : undefined} />
          ) : (
            <label className={classNames(styles.choice, styles.version)}>
              <input
                type="radio"
                name={name}
                checked={isChosen}
                aria-label={`${label}, ${says.toLowerCase()}: ${describeStanding(standing)}`}
                onChange={() => onTake(isTheirSide)}
              />
              <Said standing={standing} parts={isCompared ? parts : undefined} />
            </label>
          )}
        </td>
      ))}
    </tr>
  );
}

/** An unreadable or absent field has no characters to compare. */
function hasText(standing: Standing | null): boolean {
  return standing === null || (!standing.unreadable && standing.absent !== true);
}

interface SaidProps {
  readonly standing: Standing | null;
  readonly parts: readonly MarkedPart[] | undefined;
}

function Said({ standing, parts }: SaidProps) {
  const value = standing?.value ?? null;
  if (value === null) return <span className={styles.sideBySideQuiet}>{describeStanding(standing)}</span>;
  if (parts === undefined) return <span className={styles.value}>{value}</span>;
  return (
    <span className={styles.value}>
      {addPlaces(parts).map(({ at, text, differs }) =>
        differs ? (
          <mark key={at} className={plain.differs}>
            {text}
          </mark>
        ) : (
          <span key={at}>{text}</span>
        ),
      )}
    </span>
  );
}

/** Keys each part by its start, which is unique within a text. */
function addPlaces(parts: readonly MarkedPart[]): readonly (MarkedPart & { readonly at: number })[] {
  let at = 0;
  return parts.map((part) => {
    const placed = { ...part, at };
    at += part.text.length;
    return placed;
  });
}

interface OpinionsTableProps extends RevealProps {
  readonly document: ReviewDocument;
  readonly nameOf: (id: string) => string;
}

/** Shows both opinions where they differ, for the third reviewer. */
export function OpinionsTable({ document, nameOf, isRevealed, onReveal }: OpinionsTableProps) {
  const rows = listOpinionRows(document);
  const masked = rows.map((row) => ({
    ...row,
    values: row.values.map((value) => maskValue(document, row.place, value)),
  }));
  const hasMasks = masked.some(({ values }, at) => values.join('\n') !== rows[at]?.values.join('\n'));
  const opinions = document.opinions.slice(0, 2);
  if (opinions.length === 0 || rows.length === 0) return null;
  return (
    <>
      <table className={classNames(plain.versions, styles.table)}>
        <caption className={visuallyHidden}>{messages.race.opinions}</caption>
        <thead>
          <tr>
            <th scope="col">{messages.race.field}</th>
            {opinions.map(({ by }) => (
              <th key={by} scope="col">
                {formatNameFirst(by, nameOf)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(isRevealed ? rows : masked).map(({ place, label, values }) => (
            <tr key={place}>
              <th scope="row">{label}</th>
              {values.map((value, at) => (
                <td key={opinions[at]?.by ?? at} className={styles.value}>
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {hasMasks ? <Reveal isRevealed={isRevealed} onReveal={onReveal} /> : null}
    </>
  );
}
