/**
 * The error for a malformed value has one of these names. It depends on the protocol, and no page says which
 * it is.
 */
export const invalid = /^(?:Invalid(?:Parameter|Attribute)|UnsupportedOperation|QueueDoesNotExist)/;
