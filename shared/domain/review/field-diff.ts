import type { Edit } from '../../contract/review/decisions.ts';
import type { ReviewDocument } from '../../contract/review/document.ts';
import { allPlaces, editAt, valueAt, type Edits } from './draft-rules.ts';
import { cellType } from './field-types.ts';
import { normalisedValue } from './normalised-value.ts';
import { cellOf, type Place } from './places.ts';

/** What stands at a place: a value, nothing, or that nobody can read it. */
export interface Standing {
  readonly value: string | null;
  readonly unreadable: boolean;
}

export interface FieldDiff {
  readonly place: Place;
  /** As I saw it. */
  readonly base: Standing;
  /** What I make of it; null where I have not been there. */
  readonly mine: Standing | null;
  /** As it is now. */
  readonly theirs: Standing;
  /** It says something else now than I saw. */
  readonly moved: boolean;
  /** I have been there, and it says something else now than I do. */
  readonly conflict: boolean;
}

/** Where I have changed something, or somebody else has: as I saw it, as I have it, as it is now. */
export function fieldDiff(base: ReviewDocument, edits: Edits, theirs: ReviewDocument): readonly FieldDiff[] {
  const places = new Set([...allPlaces(base), ...allPlaces(theirs)]);
  const types = new Map([...base.fields, ...theirs.fields].map(({ name, type }) => [name, type]));
  return [...places].flatMap((place): readonly FieldDiff[] => {
    const cell = cellOf(place);
    const type = cell === undefined ? (types.get(place) ?? null) : cellType(cell.column);
    const [was, is] = [standingAt(base, place), standingAt(theirs, place)];
    const mine = standingOf(editAt(edits, place), was);
    const moved = !saysTheSame(type, was, is);
    const isMine = mine !== null && !saysTheSame(type, was, mine);
    if (!moved && !isMine) return [];
    const conflict = mine !== null && moved && !saysTheSame(type, mine, is);
    return [{ place, base: was, mine, theirs: is, moved, conflict }];
  });
}

/** What stays of my edits on their version: mine where I keep them, nothing where I take theirs. */
export function keptEdits(edits: Edits, diffs: readonly FieldDiff[], takesTheirs: ReadonlySet<Place>): Edits {
  const kept = new Map(Object.entries(edits));
  for (const { place, mine, moved, conflict } of diffs) {
    const edit = mine === null || takesTheirs.has(place) ? undefined : editInto(mine, moved && !conflict);
    if (edit === undefined) kept.delete(place);
    else kept.set(place, edit);
  }
  return Object.fromEntries(kept);
}

/** Where both say the same, theirs stands and is accepted. */
function editInto(mine: Standing, isAgreed: boolean): Edit | undefined {
  if (isAgreed) return { kind: 'accepted' };
  if (mine.unreadable) return { kind: 'unreadable' };
  return mine.value === null ? undefined : { kind: 'value', value: mine.value };
}

function standingAt(document: ReviewDocument, place: Place): Standing {
  const field = document.fields.find(({ name }) => name === place);
  const value = valueAt(document, place);
  // As the pipeline keeps what a reviewer could not read.
  const unreadable = field?.readBy === 'reviewer' && (value === null || value === '');
  return { value: value === '' ? null : value, unreadable };
}

function standingOf(edit: Edit | undefined, base: Standing): Standing | null {
  if (edit === undefined) return null;
  // That nothing was found is nothing to hold against what somebody has found since.
  if (edit.kind === 'accepted') return base.value === null && !base.unreadable ? null : base;
  if (edit.kind === 'unreadable') return { value: null, unreadable: true };
  const value = edit.value.trim();
  return value === '' ? null : { value, unreadable: false };
}

function saysTheSame(type: string | null, one: Standing, other: Standing): boolean {
  if (one.unreadable || other.unreadable) return one.unreadable === other.unreadable;
  if (one.value === null || other.value === null) return one.value === other.value;
  return normalisedValue(type, one.value) === normalisedValue(type, other.value);
}
