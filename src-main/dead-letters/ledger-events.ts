import { z } from 'zod';
import { id } from '#shared/contract/triage/words.ts';

const at = z.iso.datetime();
/** Of one call, from 1, in the order of being written. */
const batch = z.int().min(1);
const withReasons = z.array(z.strictObject({ id, why: z.string() }));

/**
 * What a redrive does to each message is on disk before it is done. Never its body; its handle, so that what was sent
 * can be deleted after a crash.
 */
export const ledgerEventSchema = z.discriminatedUnion('event', [
  z.strictObject({
    event: z.literal('intent'),
    at,
    batch,
    /** The queue it goes to. */
    to: z.string(),
    messages: z.array(z.strictObject({ id, handle: z.string() })).min(1),
  }),
  z.strictObject({
    event: z.literal('sent'),
    at,
    batch,
    taken: z.array(z.strictObject({ id, newId: z.string().nullable() })),
    /** Not taken, for certain, and it would not be taken again. */
    refused: withReasons,
    /** Not taken, for certain: it waits again. */
    again: z.array(id),
    uncertain: withReasons,
  }),
  z.strictObject({ event: z.literal('deleted'), at, ids: z.array(id).min(1) }),
]);
export type LedgerEvent = z.infer<typeof ledgerEventSchema>;
export type NewLedgerEvent = LedgerEvent extends infer E
  ? E extends LedgerEvent
    ? Omit<E, 'at'>
    : never
  : never;

/** How a message stands; one that is not there has not been touched, or waits again. */
export type LedgerStanding =
  | { readonly state: 'intended'; readonly batch: number; readonly handle: string; readonly to: string }
  | {
      readonly state: 'sent';
      readonly handle: string;
      readonly to: string;
      readonly newId: string | null;
      readonly sentAt: string;
    }
  | { readonly state: 'done'; readonly to: string; readonly newId: string | null; readonly sentAt: string }
  | { readonly state: 'refused'; readonly why: string }
  | { readonly state: 'uncertain'; readonly why: string };
