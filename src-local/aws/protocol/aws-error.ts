/** An error as AWS words it: the client turns `name` into its typed exception. */
export class AwsError extends Error {
  override readonly name: string;
  readonly status: number;
  /** Further members of the exception's structure, beside the message. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The code of the older Query protocol, which some clients still look for: `AWS.SimpleQueueService.NonExistentQueue`. */
  readonly queryCode: string | undefined;

  constructor(
    name: string,
    message: string,
    more: { status?: number; fields?: Record<string, unknown>; queryCode?: string } = {},
  ) {
    super(message);
    this.name = name;
    this.status = more.status ?? 400;
    this.fields = more.fields ?? {};
    this.queryCode = more.queryCode;
  }
}

export function validationException(message: string): AwsError {
  return new AwsError('ValidationException', message);
}
