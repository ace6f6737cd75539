import { z } from 'zod';

/** What connections.json says of a connection, and what the convention adds: names and places, never a secret. */
export const connectionDetailsSchema = z.strictObject({
  connectionId: z.string(),
  /** How it signs in to AWS, in words: "profile staging". Null in the sandbox, which asks nobody. */
  credentials: z.string().nullable(),
  stage: z.string().nullable(),
  /** The addresses that are not where AWS has them. */
  endpoints: z.array(z.strictObject({ service: z.string(), address: z.string() })),
  pipelineApi: z
    .strictObject({
      baseUrl: z.string(),
      /** Where its token comes from, in words; of a command its program alone. */
      from: z.string(),
    })
    .nullable(),
  systems: z.array(
    z.strictObject({
      system: z.string(),
      label: z.string(),
      names: z.array(
        z.strictObject({
          part: z.string(),
          /** Null where neither the file nor the convention names it. */
          name: z.string().nullable(),
          from: z.enum(['file', 'convention', 'nobody']),
        }),
      ),
    }),
  ),
});
export type ConnectionDetails = z.infer<typeof connectionDetailsSchema>;
