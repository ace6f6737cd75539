/** The SDK refuses an address before anything is sent to it; its error has this name. */
export const refusedAddress = 'EndpointError';

/** As a sentence. The SDK's own names what it was given, and says of FIPS only that it is not supported. */
export function whyRefusedAddress(message: string): string {
  return /fips|dual-?stack/i.test(message)
    ? ofAnotherKind
    : 'The SDK refused the address before anything was sent.';
}

const ofAnotherKind =
  'This machine asks for FIPS or dual-stack addresses of AWS, which the console does not choose by itself, so nothing was sent. Name them in aws.endpoints in connections.json, or take back what asks for them (AWS_USE_FIPS_ENDPOINT, AWS_USE_DUALSTACK_ENDPOINT, or use_fips_endpoint, use_dualstack_endpoint of the profile), and start again.';
