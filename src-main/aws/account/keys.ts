/** What the SDK calls a credential identity. It stays in the memory of the main process. */
export interface AwsKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
  readonly expiration?: Date;
}

export function sameKeys(one: AwsKeys, other: AwsKeys): boolean {
  return one.accessKeyId === other.accessKeyId && one.sessionToken === other.sessionToken;
}
