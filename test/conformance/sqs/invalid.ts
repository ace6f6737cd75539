/** Which of its names an error for a malformed value has depends on the protocol, and no page says which. */
export const invalid = /^(?:Invalid(?:Parameter|Attribute)|UnsupportedOperation|QueueDoesNotExist)/;
