import { AwsError } from '../../protocol/aws-error.ts';
import { anything } from '../../protocol/shapes.ts';
import { operation } from '../engine.ts';

/**
 * Reading whole tables is what the access patterns exist to avoid. As in an account whose policy denies these
 * actions, whoever tries is told so.
 */
export const refusedOperations = [
  'Scan',
  'ExecuteStatement',
  'BatchExecuteStatement',
  'ExecuteTransaction',
].map((name) => {
  const action = name === 'Scan' ? 'dynamodb:Scan' : 'dynamodb:PartiQL*';
  return operation({
    name,
    input: anything(),
    run({ world }): never {
      const user = `arn:aws:iam::${world.account}:root`;
      throw new AwsError(
        'AccessDeniedException',
        `User: ${user} is not authorized to perform: ${action} with an explicit deny: ` +
          'tables here are read by key and by index only, never scanned',
      );
    },
  });
});
