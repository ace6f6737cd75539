import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isFocusLost, isModalThere } from '#renderer/ui/focus.ts';

/** The element that had the focus on a page when the page was left, so that it can be found again. */
type FocusedPart =
  | { readonly kind: 'link'; readonly href: string }
  | { readonly kind: 'list'; readonly role: string; readonly label: string };

/** A place in the history of this window. */
interface Place {
  readonly pathname: string;
  readonly batch: string | undefined;
}

/** The places of this window by their index in its history, as far as they were shown since it was loaded. */
const trail = new Map<number, Place>();
/** Browsers keep fewer places than this to go back to. */
const mostPlaces = 200;

/** Notes something about a place, and forgets the places that were noted first. */
function noteAt<T>(places: Map<number, T>, at: number, what: T): void {
  places.delete(at);
  places.set(at, what);
  for (const index of places.keys()) {
    if (places.size <= mostPlaces) return;
    places.delete(index);
  }
}

/**
 * Going back leads to the row that one came from: when a place is left, its focused link or list is remembered, and gets
 * the focus again when that place is shown again.
 */
export function useReturnToRow(): void {
  const router = useRouter();
  useEffect(() => {
    const parts = new Map<number, FocusedPart>();
    let stopLooking = (): void => {};
    const unsubscribe = router.history.subscribe(({ action }) => {
      stopLooking();
      if (action.type === 'PUSH' || action.type === 'REPLACE') return;
      const part = parts.get(indexOfPlace(router.history.location.state));
      if (part !== undefined) stopLooking = focusWhenThere(part);
    });
    const leave = router.subscribe('onBeforeNavigate', ({ fromLocation, hrefChanged }) => {
      const part = hrefChanged ? describeFocused() : undefined;
      if (fromLocation !== undefined && part !== undefined) {
        noteAt(parts, indexOfPlace(fromLocation.state), part);
      }
    });
    const note = ({ state, pathname, search }: typeof router.state.location): void => {
      noteAt(trail, indexOfPlace(state), { pathname, batch: readBatch(search) });
    };
    // The first place may have been reached before the session was known.
    note(router.state.location);
    const arrive = router.subscribe('onResolved', ({ toLocation }) => note(toLocation));
    return () => {
      stopLooking();
      unsubscribe();
      leave();
      arrive();
    };
  }, [router]);
}

/** Returns a function that goes back to the page that a batch was opened from; it returns false if there is none. */
export function useLeaveBatch(): () => boolean {
  const { history } = useRouter();
  return () => {
    const steps = countStepsBack(trail, indexOfPlace(history.location.state));
    if (steps !== null) history.go(-steps);
    return steps !== null;
  };
}

/** Counts the steps from a batch to another page whose row led to it; null if it was opened in Triage or by its id. */
export function countStepsBack(places: ReadonlyMap<number, Place>, here: number): number | null {
  const batch = places.get(here)?.batch;
  if (batch === undefined) return null;
  for (let at = here - 1; at >= 0; at -= 1) {
    const place = places.get(at);
    if (place === undefined) return null;
    if (place.pathname !== '/triage') return pagesWithRows.has(place.pathname) ? here - at : null;
    if (place.batch !== batch) return null;
  }
  return null;
}

const pagesWithRows: ReadonlySet<string> = new Set([
  '/today',
  '/incidents',
  '/activity',
  '/costs',
  '/dead-letters',
  '/workflows',
]);

function readBatch(search: Readonly<Record<string, unknown>>): string | undefined {
  const { batch } = search;
  return typeof batch === 'string' ? batch : undefined;
}

function indexOfPlace(state: { readonly __TSR_index?: number | undefined }): number {
  return state.__TSR_index ?? 0;
}

function describeFocused(): FocusedPart | undefined {
  const at = document.activeElement;
  if (at === null || at.closest('main') === null) return undefined;
  const href = at.getAttribute('href');
  if (href !== null) return { kind: 'link', href };
  const role = at.getAttribute('role');
  const label = at.getAttribute('aria-label');
  return role === null || label === null ? undefined : { kind: 'list', role, label };
}

/** A page may read first, so its row is waited for, but not after the person does something else. */
function focusWhenThere(part: FocusedPart): () => void {
  const tried = () => {
    if (!isFocusLost() && document.activeElement?.matches('main') !== true) return stop();
    const found = isModalThere() ? undefined : findPart(part);
    if (found === undefined) return undefined;
    stop();
    found.focus();
    found.scrollIntoView({ block: 'nearest' });
  };
  const watch = new MutationObserver(() => tried());
  watch.observe(document.body, { childList: true, subtree: true });
  const timer = window.setTimeout(stop, longestWaitMs);
  document.addEventListener('keydown', stop, { once: true });
  document.addEventListener('pointerdown', stop, { once: true });
  return stop;

  function stop(): void {
    watch.disconnect();
    window.clearTimeout(timer);
    document.removeEventListener('keydown', stop);
    document.removeEventListener('pointerdown', stop);
  }
}

const longestWaitMs = 8_000;

function findPart(part: FocusedPart): HTMLElement | undefined {
  const candidates = document.querySelectorAll<HTMLElement>(
    part.kind === 'link' ? 'main a[href]' : `main [role="${part.role}"]`,
  );
  return [...candidates].find((element) =>
    part.kind === 'link'
      ? element.getAttribute('href') === part.href
      : element.getAttribute('aria-label') === part.label,
  );
}
