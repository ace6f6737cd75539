import { z } from 'zod';
import { contract, operationNames } from '#shared/contract/contract.ts';
import { roles as everyRole } from '#shared/contract/define.ts';
import type { Operation } from '#shared/contract/define.ts';
import { failureSchema } from '#shared/contract/result.ts';

/** `npm run contract` prints everything a page can ask for as JSON Schemas, for tests and other clients. */
const operations = operationNames.map((name) => {
  const { kind, does, roles, audited, remembered, writes, input, output }: Operation = contract[name];
  return {
    name,
    kind,
    does,
    roles: roles === 'everyone' ? everyRole : roles,
    // This is open to people without a role too, before the pipeline API has said who they are.
    everyone: roles === 'everyone',
    audited,
    // A second call of a command with the same key gets the first one's answer.
    remembered,
    // The operation is refused while the connection is read-only.
    writes,
    input: z.toJSONSchema(input),
    output: z.toJSONSchema(output),
  };
});

process.stdout.write(`${JSON.stringify({ operations, failure: z.toJSONSchema(failureSchema) }, null, 2)}\n`);
