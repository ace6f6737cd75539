import { z } from 'zod';
import { contract, operationNames } from '#shared/contract/contract.ts';
import { roles as everyRole } from '#shared/contract/define.ts';
import type { Operation } from '#shared/contract/define.ts';
import { failureSchema } from '#shared/contract/result.ts';

/** `npm run contract`: everything a page can ask for, as JSON Schemas, for tests and other clients. */
const operations = operationNames.map((name) => {
  const { kind, does, roles, audited, remembered, writes, input, output }: Operation = contract[name];
  return {
    name,
    kind,
    does,
    roles: roles === 'everyone' ? everyRole : roles,
    // Also whoever has no role yet, before the pipeline API has said who it is.
    everyone: roles === 'everyone',
    audited,
    // A command's second call with the same key gets the first one's answer.
    remembered,
    // Refused while the connection is read-only.
    writes,
    input: z.toJSONSchema(input),
    output: z.toJSONSchema(output),
  };
});

process.stdout.write(`${JSON.stringify({ operations, failure: z.toJSONSchema(failureSchema) }, null, 2)}\n`);
