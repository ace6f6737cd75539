import { z } from 'zod';
import { documentStatus, id, text } from '#shared/contract/triage/words.ts';
import { subjectSchema } from '#shared/contract/dead-letters/messages.ts';

const at = z.iso.datetime();
/** Of one call, from 1, in the order of being written. */
const batch = z.int().min(1);
const withReasons = z.array(z.strictObject({ id, why: z.string() }));
const handle = z.string().min(1);

/**
 * What is done to each message is on disk before it is done. Never its body; its handle, so that what was sent can be
 * deleted after a crash, and what was not can be let go of.
 */
export const ledgerEventSchema = z.discriminatedUnion('event', [
  z.strictObject({ event: z.literal('begun'), at, connectionId: z.string(), queue: z.string(), kind: text }),
  /** Which messages of the plan this console held, and until when: nobody can receive them before, it neither. */
  z.strictObject({
    event: z.literal('held'),
    at,
    messages: z
      .array(
        z.strictObject({
          id,
          handle,
          until: z.number(),
          /** In a FIFO queue: no other of its group may overtake it. */
          place: z.strictObject({ group: z.string(), order: z.string() }).optional(),
        }),
      )
      .min(1),
  }),
  z.strictObject({
    event: z.literal('intent'),
    at,
    batch,
    /** The queue it goes to. */
    to: z.string(),
    messages: z
      .array(
        z.strictObject({
          id,
          handle,
          /** Whose outcome is looked for. */
          about: subjectSchema,
          /** It had no room for saying where it comes from. */
          unmarked: z.literal(true).optional(),
          /** How often it has been sent back with this time, and as which dead letter first if that was another one. */
          times: z.int().min(1).optional(),
          first: id.optional(),
          /** Its document just before it was sent. */
          before: z
            .union([
              z.literal('missing'),
              z.strictObject({ status: documentStatus.nullable(), receivedAt: z.number().nullable() }),
            ])
            .optional(),
        }),
      )
      .min(1),
  }),
  z.strictObject({
    event: z.literal('sent'),
    at,
    batch,
    taken: z.array(z.strictObject({ id, newId: text })),
    /** Not taken, for certain, and it would not be taken again. */
    refused: withReasons,
    /** Not taken, for certain: it waits again. */
    again: z.array(id),
    uncertain: withReasons,
  }),
  /** Whole and on disk in a file of its own: it may be deleted. */
  z.strictObject({ event: z.literal('kept'), at, messages: z.array(z.strictObject({ id, handle })).min(1) }),
  z.strictObject({ event: z.literal('deleted'), at, ids: z.array(id).min(1) }),
  /** The world it worked on is no more: its ids mean nothing in the next one. */
  z.strictObject({ event: z.literal('voided'), at }),
]);
export type LedgerEvent = z.infer<typeof ledgerEventSchema>;
export type NewLedgerEvent = LedgerEvent extends infer E
  ? E extends LedgerEvent
    ? Omit<E, 'at'>
    : never
  : never;
