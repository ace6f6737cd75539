/**
 * The size in MB. Opening a world creates many objects that stay for a while; with Node's 16 MB they are copied
 * about once more than with this.
 */
export const semiSpaceMb = 32;
