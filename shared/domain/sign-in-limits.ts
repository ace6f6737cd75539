/**
 * AWS's format for the code of an MFA device: https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRole.html
 */
export const codeDigits = 6;
export const codePattern = new RegExp(String.raw`^\d{${codeDigits}}$`);

/** How long a production connection stays unlocked for writing before it locks again, in minutes. */
export const writingChoices = [15, 30, 60] as const;

/** How many characters the reason for unlocking has, without the spaces around it. */
export const writingReasonLength = { least: 3, most: 500 } as const;

/** The seed names a sandbox world. It is a whole number, so that it can be read out over the phone. */
export const sandboxSeedForm = /^(?:0|[1-9]\d{0,15})$/;
