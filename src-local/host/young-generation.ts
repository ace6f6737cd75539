/** In MB. Opening a world makes much that stays for a while; with Node's 16 it is copied about once more than with this. */
export const semiSpaceMb = 32;
