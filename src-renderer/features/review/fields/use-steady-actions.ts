import { useLayoutEffect, useRef, useState } from 'react';
import type { Edit } from '#shared/contract/review/decisions.ts';
import type { Place } from '#shared/domain/review/places.ts';

export interface PlaceActions {
  readonly onEdit: (place: Place, edit: Edit | null) => void;
  /** Null: as it stands by now. Then the next one. */
  readonly onDecide: (place: Place, edit: Edit | null) => void;
  /** A cell was typed. */
  readonly onTyped: (place: Place, how: 'enter' | 'tab') => void;
  /** Back to the row or the cell, which have the page's keys. */
  readonly onLeft: (place: Place) => void;
}

/** The same functions for as long as the document is open, so that five hundred lines are not drawn for nothing. */
export function useSteadyActions(actions: PlaceActions): PlaceActions {
  const latest = useRef(actions);
  useLayoutEffect(() => {
    latest.current = actions;
  });
  const [steady] = useState<PlaceActions>(() => ({
    onEdit: (place, edit) => latest.current.onEdit(place, edit),
    onDecide: (place, edit) => latest.current.onDecide(place, edit),
    onTyped: (place, how) => latest.current.onTyped(place, how),
    onLeft: (place) => latest.current.onLeft(place),
  }));
  return steady;
}
