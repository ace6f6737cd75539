/** What became of a look. `off`: it would be the same the next time, until somebody asks. */
export type Looked = 'done' | 'offline' | 'off';

interface PollerParts {
  readonly now: () => number;
  readonly after: (ms: number, work: () => void) => () => void;
  readonly seconds: () => number;
  readonly goesOnHidden: () => boolean;
  /** `isCurrent` says no as soon as what is looked at is another world, or another's. */
  readonly look: (how: { readonly isCurrent: () => boolean; readonly isAsked: boolean }) => Promise<Looked>;
  readonly changed: () => void;
  /** Of a look that nobody waits for: a bug, and not an answer of AWS. */
  readonly broke: (error: unknown) => void;
}

export interface PollerStanding {
  readonly state: 'waiting' | 'looking' | 'hidden' | 'offline' | 'off';
  readonly lastAt: number | null;
  readonly nextAt: number | null;
  readonly looks: number;
}

interface Poller {
  /** A page that watches, in sight or not. Returns how it leaves. */
  join(shown: boolean): () => void;
  /** Now, whoever watches; one at a time, and the next comes an interval later. */
  lookNow(): Promise<void>;
  /** Whether anybody would see what is read now. */
  isWanted(): boolean;
  settingsChanged(): void;
  /** Another connection, person or world: nothing of the last one counts. */
  beginAnew(): void;
  standing(): PollerStanding;
  close(): void;
}

/** Nothing is looked at oftener than once a minute by itself, whatever the preferences file says. */
const leastSeconds = 60;

/** Decides when to look, and nothing else: as seldom as its budget says, and only while somebody would see it. */
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
    // Also where a clock was set back meanwhile.
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
        // A bug of ours: the next look may meet it again, at its own pace.
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
