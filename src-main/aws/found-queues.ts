import type { ConfiguredQueue } from './queues.ts';

/** The dead-letter queues of a connection, and what kept some of them from being found. */
export interface KnownQueues {
  /** The named queues come first. */
  readonly queues: readonly ConfiguredQueue[];
  /** These are the errors of redrive policies that could not be read, by the queue whose policy it is. */
  readonly unread: ReadonlyMap<string, unknown>;
  /** This is the number of policies that were read for it; 0 when it was known already. */
  readonly calls: number;
}

interface Parts {
  readonly named: readonly ConfiguredQueue[];
  /** Returns the name of the queue that a queue's dead letters go to; null if it has none. */
  readonly readTarget: (queue: string) => Promise<string | null>;
  readonly elapsed: () => number;
}

/**
 * Finds the dead-letter queues that only a redrive policy names: those of the named sources, and those of the
 * dead-letter queues themselves, which pass a message on after several samples.
 */
export function findQueues({ named, readTarget, elapsed }: Parts) {
  let known: { readonly queues: KnownQueues; readonly until: number } | null = null;
  let looking: Promise<KnownQueues> | null = null;

  async function look(): Promise<KnownQueues> {
    const queues = [...named];
    const asked = new Set<string>();
    const unread = new Map<string, unknown>();
    const next = () => listNames(queues).filter((name) => !asked.has(name));
    for (let names = next(); names.length > 0 && asked.size < mostAsked; names = next()) {
      await Promise.all(
        names.map(async (source) => {
          asked.add(source);
          try {
            const name = await readTarget(source);
            if (name === null || queues.some((one) => one.name === name)) return;
            queues.push({ name, source, isFound: true });
          } catch (error) {
            unread.set(source, error);
          }
        }),
      );
    }
    // A queue that was found before stays known while its source cannot be read.
    const before = unread.size === 0 ? [] : (known?.queues.queues ?? []);
    const kept = before.filter((one) => !queues.some(({ name }) => name === one.name));
    const found = { queues: [...queues, ...kept], unread, calls: asked.size };
    known = { queues: found, until: elapsed() + (unread.size === 0 ? freshMs : freshAfterFailureMs) };
    return found;
  }

  return {
    /** Asks again when the last answer is some minutes old, unless all of `enough` are known. */
    async list(enough?: readonly string[]): Promise<KnownQueues> {
      const last = known?.queues ?? { queues: named, unread: new Map() };
      const isKnown = (name: string): boolean => last.queues.some((one) => one.name === name);
      if (enough?.every(isKnown) === true) return { ...last, calls: 0 };
      if (known !== null && elapsed() < known.until) return { ...known.queues, calls: 0 };
      looking ??= look().finally(() => {
        looking = null;
      });
      return looking;
    },
    /** Lists what is known without asking. */
    lastKnown: (): readonly ConfiguredQueue[] => known?.queues.queues ?? named,
  };
}

function listNames(queues: readonly ConfiguredQueue[]): readonly string[] {
  return [...new Set(queues.flatMap(({ name, source }) => [source, name]))];
}

/** A policy changes with a deployment, so it need not be read at each look at a page. */
const freshMs = 5 * 60_000;
const freshAfterFailureMs = 30_000;
/** Chains of queues are short; an account with more would be asked for ever. */
const mostAsked = 20;
