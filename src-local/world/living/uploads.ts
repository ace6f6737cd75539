import type { Randomness } from '../randomness.ts';
import type { SheetRecipe } from '../sheets/sheet.ts';
import type { World } from '../world.ts';
import type { LiveBatch } from './live-batch.ts';

export interface Upload {
  readonly documentId: string;
  readonly uploadUrl: string;
  readonly recipe: SheetRecipe;
}

/** Somebody outside, who has an address of the API, a sign-in, and files. */
export interface Customer {
  submit(batch: LiveBatch): Promise<readonly Upload[]>;
  /** Answers the status of the PUT. */
  upload(file: Upload): Promise<number>;
}

interface Waiting extends Upload {
  /** When it is tried next. */
  readonly at: number;
  readonly until: number;
}

/** As long as an upload address lives. */
const longestMs = 15 * 60_000;
const retryMs = 5_000;

/** Files on their way to the bucket, one after the other. They are kept, so that none is forgotten half-way. */
export function uploads(
  world: World,
  customer: Customer,
): { readonly add: (files: readonly Upload[], dice: Randomness) => void; readonly stop: () => void } {
  const { clock } = world;
  const waiting = world.store.collection<Waiting>('living/uploads');
  let hasStopped = false;

  const send = (file: Waiting): void => {
    if (hasStopped) return;
    if (clock.now() > file.until) {
      waiting.delete(file.documentId);
      return;
    }
    const release = clock.hold();
    void attempted(file).finally(release);
  };
  const attempted = async (file: Waiting): Promise<void> => {
    const status = await customer.upload(file).catch(() => 500);
    if (hasStopped) return;
    // Who is refused would be refused again.
    if (status < 500) waiting.delete(file.documentId);
    else sendAt({ ...file, at: clock.now() + retryMs });
  };
  const sendAt = (file: Waiting): void => void clock.at(file.at, () => send(file));

  for (const file of waiting.values()) sendAt(file);
  return {
    add(files, dice) {
      let at = clock.now();
      for (const file of files) {
        at += 400 + dice.integer(1_600);
        const next = { ...file, at, until: clock.now() + longestMs };
        waiting.set(file.documentId, next);
        sendAt(next);
      }
    },
    stop() {
      hasStopped = true;
    },
  };
}
