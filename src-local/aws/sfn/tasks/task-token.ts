import type { World } from '../../../world/world.ts';

/**
 * Where a token leads: a frame of an execution, and a secret that names the attempt.
 * https://docs.aws.amazon.com/step-functions/latest/dg/connect-to-resource.html#connect-wait-token
 */
export interface TokenAddress {
  readonly executionArn: string;
  readonly frame: string;
}

export function newTaskToken(world: World, address: TokenAddress): string {
  const content = JSON.stringify([address.executionArn, address.frame, world.random.hex(32)]);
  return Buffer.from(content).toString('base64');
}

/** Undefined for text that was never a token of ours. */
export function addressOf(world: World, token: string): TokenAddress | undefined {
  const parts = parsed(Buffer.from(token, 'base64').toString('utf8'));
  if (!Array.isArray(parts) || parts.length !== 3) return undefined;
  const [executionArn, frame, secret]: unknown[] = parts;
  if (typeof executionArn !== 'string' || typeof frame !== 'string' || typeof secret !== 'string')
    return undefined;
  if (!executionArn.startsWith(`arn:aws:states:${world.region}:${world.account}:execution:`))
    return undefined;
  return { executionArn, frame };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
