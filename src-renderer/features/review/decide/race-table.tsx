import { useId } from 'react';
import { differingCharacters, type MarkedPart } from '#shared/domain/review/differing-characters.ts';
import type { FieldDiff, Standing } from '#shared/domain/review/field-diff.ts';
import { fieldLabel } from '#shared/domain/review/field-label.ts';
import type { Place } from '#shared/domain/review/places.ts';
import { standingWords } from './race-words.ts';
import styles from './side-by-side.module.css';

interface RaceTableProps {
  readonly diffs: readonly FieldDiff[];
  /** Over the column of what stands there now. */
  readonly theirName: string;
  /** Where theirs was chosen; null where nothing can be chosen any more. */
  readonly takesTheirs: ReadonlySet<Place> | null;
  readonly onTake: (place: Place, isTheirs: boolean) => void;
}

/** As I saw it, as I have it, as it is now; to choose between where it still can be chosen. */
export function RaceTable({ diffs, theirName, takesTheirs, onTake }: RaceTableProps) {
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>Yours and theirs</caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">As you saw it</th>
          <th scope="col">Yours</th>
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
  /** Null: there is nothing to choose. */
  readonly isTheirs: boolean | null;
  readonly onTake: (isTheirs: boolean) => void;
}

function RaceRow({ diff, isTheirs, onTake }: RaceRowProps) {
  const name = useId();
  const { place, base, mine, theirs, conflict } = diff;
  const label = fieldLabel(place);
  const [mineParts, theirParts] = differingCharacters(standingWords(mine), standingWords(theirs));
  const isCompared = conflict && !mine?.unreadable && !theirs.unreadable;
  const sides = [
    { says: 'Keep mine', standing: mine, parts: mineParts, isChosen: isTheirs === false, isTheirSide: false },
    {
      says: 'Take theirs',
      standing: theirs,
      parts: theirParts,
      isChosen: isTheirs === true,
      isTheirSide: true,
    },
  ];
  return (
    <tr>
      <th scope="row">{label}</th>
      <td className={base.value === null ? styles.quiet : styles.value}>{standingWords(base)}</td>
      {sides.map(({ says, standing, parts, isChosen, isTheirSide }) => (
        <td key={says}>
          {isTheirs === null ? (
            <Said standing={standing} parts={isCompared ? parts : undefined} />
          ) : (
            <label className={styles.choice}>
              <input
                type="radio"
                name={name}
                checked={isChosen}
                aria-label={`${label}, ${says.toLowerCase()}: ${standingWords(standing)}`}
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

interface SaidProps {
  readonly standing: Standing | null;
  readonly parts: readonly MarkedPart[] | undefined;
}

function Said({ standing, parts }: SaidProps) {
  const value = standing?.value ?? null;
  if (value === null) return <span className={styles.quiet}>{standingWords(standing)}</span>;
  if (parts === undefined) return <span className={styles.value}>{value}</span>;
  return (
    <span className={styles.value}>
      {withPlaces(parts).map(({ at, text, differs }) =>
        differs ? (
          <mark key={at} className={styles.differs}>
            {text}
          </mark>
        ) : (
          <span key={at}>{text}</span>
        ),
      )}
    </span>
  );
}

/** Each by where it begins, which is what tells one from another. */
function withPlaces(parts: readonly MarkedPart[]): readonly (MarkedPart & { readonly at: number })[] {
  let at = 0;
  return parts.map((part) => {
    const placed = { ...part, at };
    at += part.text.length;
    return placed;
  });
}
