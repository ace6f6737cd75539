/** This is the result of a look. `off` means that the next look would give the same, until a person asks for one. */
export type Looked = 'done' | 'offline' | 'off';

interface PollerParts {
  readonly now: () => number;
  readonly after: (ms: number, work: () => void) => () => void;
  readonly seconds: () => number;
  readonly goesOnHidden: () => boolean;
  /** `isCurrent` returns false as soon as the world or the person has changed. */
  readonly look: (how: { readonly isCurrent: () => boolean; readonly isAsked: boolean }) => Promise<Looked>;
  readonly changed: () => void;
  /** Reports the failure of a look that has no caller: a bug, and not an answer of AWS. */
  readonly broke: (error: unknown) => void;
}

export interface PollerStanding {
  readonly state: 'waiting' | 'looking' | 'hidden' | 'offline' | 'off';
  readonly lastAt: number | null;
  readonly nextAt: number | null;
  readonly looks: number;
}

interface Poller {
  /** Adds a page that watches, in sight or not. Returns how it leaves. */
  join(shown: boolean): () => void;
  /** Looks now, even while no page watches. Only one look runs at a time, and the next follows an interval later. */
  lookNow(): Promise<void>;
  /** Tells whether any page would show what is read now. */
  isWanted(): boolean;
  settingsChanged(): void;
  /** Discards the last look after a change of connection, person or world. */
  beginAnew(): void;
  standing(): PollerStanding;
  close(): void;
}

/** Automatic looks are at least a minute apart, whatever the preferences file says. */
const leastSeconds = 60;

/** Decides only when to look: as seldom as its budget says, and only while a page would show it. */
export function openPoller({ now, after, seconds, goesOnHidden, look, changed, broke }: PollerParts): Poller {
  const watching = new Map<symbol, boolean>();
  let epoch = 0;
  let last: { readonly at: number; readonly became: Looked } | undefined;
  let looks = 0;
  let flight: Promise<void> | undefined;
  let due: { readonly at: number; readonly callOff: () => void } | undefined;
  let isClosed = false;

  const interval = (): number => Math.max(leastSeconds, seconds()) * 1_000;
  const isWanted = (): boolean => [...watching.values()].some((shown) => shown || goesOnHidden());

  function arrange(): void {
    due?.callOff();
    due = undefined;
    if (isClosed || flight !== undefined || !isWanted() || last?.became === 'off') return;
    // The wait is capped in case a clock was set back meanwhile.
    const wait = last === undefined ? 0 : Math.min(interval(), Math.max(0, last.at + interval() - now()));
    if (wait === 0) {
      lookAlone();
    } else {
      due = { at: now() + wait, callOff: after(wait, lookAlone) };
    }
  }

  function lookAlone(): void {
    lookNow(false).catch(broke);
  }

  function lookNow(isAsked: boolean): Promise<void> {
    if (isClosed) return Promise.resolve();
    if (flight !== undefined) return flight;
    due?.callOff();
    due = undefined;
    const mine = epoch;
    const at = now();
    const isCurrent = (): boolean => epoch === mine && !isClosed;
    flight = look({ isCurrent, isAsked }).then(
      (became) => ended(isCurrent, { at, became }),
      (error: unknown) => {
        // This is a bug of ours; the next look, at its usual time, may meet it again.
        ended(isCurrent, { at, became: 'done' });
        throw error;
      },
    );
    changed();
    return flight;
  }

  function ended(isCurrent: () => boolean, looked: { readonly at: number; readonly became: Looked }): void {
    if (!isCurrent()) return;
    flight = undefined;
    last = looked;
    looks += 1;
    arrange();
    changed();
  }

  return {
    join(shown) {
      const mine = Symbol('page');
      watching.set(mine, shown);
      arrange();
      changed();
      return () => {
        if (!watching.delete(mine)) return;
        arrange();
        changed();
      };
    },
    lookNow: () => lookNow(true),
    isWanted,
    settingsChanged() {
      arrange();
      changed();
    },
    beginAnew() {
      epoch += 1;
      flight = undefined;
      last = undefined;
      looks = 0;
      arrange();
      changed();
    },
    standing() {
      const times = { lastAt: last?.at ?? null, nextAt: due?.at ?? null, looks };
      if (flight !== undefined) return { state: 'looking', ...times };
      if (last?.became === 'off') return { state: 'off', ...times };
      if (!isWanted()) return { state: 'hidden', ...times };
      return { state: last?.became === 'offline' ? 'offline' : 'waiting', ...times };
    },
    close() {
      isClosed = true;
      epoch += 1;
      due?.callOff();
      due = undefined;
    },
  };
}
