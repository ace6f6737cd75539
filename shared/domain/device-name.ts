/** A serial number without what is the same for all devices of an account. */
export function deviceName(device: string): string {
  return device.replace(/^arn:[^/]*:mfa\//, '');
}
