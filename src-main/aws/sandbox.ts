import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import type { SandboxState } from '#shared/contract/sign-in.ts';
import type { PipelineTransport } from '../pipeline/transport.ts';

/** The embedded AWS as the SDK's clients reach it; who has started it is none of theirs. */
export interface Sandbox {
  readonly requestHandler: NonNullable<DynamoDBClientConfig['requestHandler']>;
  readonly region: string;
  readonly accountId: string;
  /** Its pipeline API, by the paths and tokens that others have, too. */
  readonly pipeline: PipelineTransport;
  readonly control: SandboxControl;
  /** It has stopped by itself: nothing brings this one back, and another may be opened. */
  hasEnded(): boolean;
  close(): Promise<void>;
}

/** What can be done with the world itself. Each answers how it stands afterwards. */
export interface SandboxControl {
  read(): Promise<SandboxState>;
  setTraffic(paused: boolean): Promise<SandboxState>;
  reset(seed: string | undefined): Promise<SandboxState>;
}

/**
 * It begins with the tables and samples of these systems. Rejects with a sentence for people where it cannot open:
 * another console may have it open.
 */
export type OpenSandbox = (systems: readonly SystemDeclaration[]) => Promise<Sandbox>;
