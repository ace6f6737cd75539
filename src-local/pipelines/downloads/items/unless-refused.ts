import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';

/** False where the condition of the write did not hold, so that nothing was written. */
export async function unlessRefused(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}
